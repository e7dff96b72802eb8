import { clockTime } from '../../../ui/time/time-format.ts';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import type { Connection } from '../use-equipment.ts';
import { ExplanationView } from './explanation-view.tsx';
import { type ReceivedMessage, useLiveMessages } from './use-live-messages.ts';
import styles from './live-messages.module.css';
import { keyboardScroll } from '../../../ui/keyboard-scroll.ts';

/** The newest messages of the connection, and beside each what it would do. */
export function LiveMessages({ connection }: { readonly connection: Connection }) {
  const { t } = useTexts();
  const { topic, messages = [], problem, error } = useLiveMessages(connection);
  const newestFirst = messages.toReversed();
  // Without a broker, products can still post.
  const isShown = problem !== null && !(problem === 'no-broker' && messages.length > 0);
  return (
    <section className={pageStyles.panel} aria-labelledby="live">
      <h2 id="live" className={pageStyles.heading}>
        {t('equipment.live.title')}
      </h2>
      <p className={pageStyles.text}>
        {topic === undefined ? t('equipment.live.needs_topic') : t('equipment.live.text', { topic: `${topic}/` })}
      </p>
      <div role="status">
        {error !== null && <p className={pageStyles.problem}>{t('equipment.live.failed')}</p>}
        {error === null && isShown && <p className={pageStyles.problem}>{t(`equipment.live.${problem}`)}</p>}
        {error === null && problem === null && topic !== undefined && messages.length === 0 && (
          <p className={styles.waiting}>
            <span className={pageStyles.waitingDot} aria-hidden="true" />
            {t('equipment.live.waiting')}
          </p>
        )}
      </div>
      <ol
        className={`${pageStyles.list} ${styles.messages}`}
        {...keyboardScroll}
        aria-label={t('equipment.live.title')}
      >
        {newestFirst.map((message) => (
          <MessageRow key={message.sequence} message={message} />
        ))}
      </ol>
    </section>
  );
}

function MessageRow({ message }: { readonly message: ReceivedMessage }) {
  const { t } = useTexts();
  const { at, topic, text, byteCount, isRetained, explanation } = message;
  return (
    <li className={styles.message}>
      <p className={styles.messageHead}>
        <time dateTime={at}>{clockTime(at)}</time>
        <code>{topic}</code>
        {isRetained && <span className={styles.tag}>{t('equipment.live.retained')}</span>}
      </p>
      <pre className={styles.payload}>{text ?? t('equipment.live.binary', { bytes: String(byteCount) })}</pre>
      <ExplanationView explanation={explanation} />
    </li>
  );
}
