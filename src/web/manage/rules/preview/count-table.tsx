import { useTexts } from '../../shell/use-texts.ts';
import hiddenStyles from '../../../ui/visually-hidden.module.css';
import styles from './preview.module.css';

interface CountTableProps {
  readonly caption: string;
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    readonly detail?: string;
    readonly before: number;
    readonly after: number;
  }[];
}

/** Alerts with the present rules and with the change, as numbers and as bars. */
export function CountTable({ caption, rows }: CountTableProps) {
  const { t } = useTexts();
  if (rows.length === 0) return null;
  const most = Math.max(1, ...rows.flatMap(({ before, after }) => [before, after]));
  const widthOf = (count: number) => ({ inlineSize: `${(count / most) * 100}%` });
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <thead className={styles.columns}>
        <tr>
          <th scope="col" colSpan={2}>
            <span className={hiddenStyles.hidden}>{caption}</span>
          </th>
          <th scope="col">{t('rules.preview.now')}</th>
          <th scope="col">{t('rules.preview.changed')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, detail, before, after }) => (
          <tr key={key}>
            <th scope="row" className={styles.name} dir="auto">
              {name}
              {detail !== undefined && <span className={styles.detail}>{detail}</span>}
            </th>
            <td className={styles.bars} aria-hidden="true">
              <span className={styles.barBefore} style={widthOf(before)} />
              <span className={styles.barAfter} style={widthOf(after)} />
            </td>
            <td className={styles.count}>{before}</td>
            <td className={`${styles.count} ${styles.after}`}>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
