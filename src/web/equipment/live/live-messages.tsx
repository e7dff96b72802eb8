import { PageNotice } from '../../ui/notice/page-notice.tsx';
import { Section } from '../../ui/page/section.tsx';
import textStyles from '../../ui/text.module.css';
import { formatClockTime } from '../../ui/time/time-format.ts';
import { useTexts } from '../../administration/use-texts.ts';
import { type ConnectionViewProps, ExplanationView } from './explanation-view.tsx';
import { type ReceivedMessage, useLiveMessages } from './use-live-messages.ts';
import styles from '../equipment.module.css';
import { keyboardScroll } from '../../ui/keyboard-scroll.ts';
import layout from '../../ui/layout.module.css';

/** Lists the newest messages of the connection, each with the report that it would become. */
export function LiveMessages({ connection, known }: ConnectionViewProps) {
  const { t } = useTexts();
  const { topic, messages = [], problem, error } = useLiveMessages(connection);
  const newestFirst = messages.toReversed();
  // Hides the problem `no-broker` if messages arrived over HTTP, because such products need no broker.
  const isShown = problem !== null && !(problem === 'no-broker' && messages.length > 0);
  return (
    <Section
      isFramed
      title={t('equipment.live.title')}
      about={topic === undefined ? t('equipment.live.needs_topic') : t('equipment.live.text', { topic: `${topic}/` })}
    >
      <div role="status">
        {error !== null && <PageNotice tone="problem">{t('equipment.live.failed')}</PageNotice>}
        {error === null && isShown && <PageNotice tone="problem">{t(`equipment.live.${problem}`)}</PageNotice>}
        {error === null && problem === null && topic !== undefined && messages.length === 0 && (
          <PageNotice tone="none">{t('equipment.live.waiting')}</PageNotice>
        )}
      </div>
      <ol className={`${layout.stack} ${styles.messages}`} {...keyboardScroll} aria-label={t('equipment.live.title')}>
        {newestFirst.map((message) => (
          <MessageRow key={message.sequence} message={message} known={known} />
        ))}
      </ol>
    </Section>
  );
}

interface MessageRowProps extends Pick<ConnectionViewProps, 'known'> {
  readonly message: ReceivedMessage;
}

function MessageRow({ message, known }: MessageRowProps) {
  const { t } = useTexts();
  const { at, topic, text, byteCount, isRetained, explanation } = message;
  return (
    <li className={styles.box}>
      <p className={layout.row}>
        <time dateTime={at}>{formatClockTime(at)}</time>
        <code>{topic}</code>
        {isRetained && <span className={textStyles.detail}>{t('equipment.live.retained')}</span>}
      </p>
      <pre className={`${textStyles.detail} ${styles.payload}`}>
        {text ?? t('equipment.live.binary', { bytes: String(byteCount) })}
      </pre>
      <ExplanationView explanation={explanation} known={known} />
    </li>
  );
}
