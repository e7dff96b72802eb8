import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { UiIcon } from '../icons/icons.tsx';
import textStyles from '../text.module.css';
import styles from './list.module.css';

interface ListProps {
  /** The name of the list for screen readers. It is needed if no heading names the list. */
  readonly label?: string | undefined;
  /** Whether one frame surrounds all rows. Default: each row has its own frame. */
  readonly isFramed?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A list. Its children are elements of `ListRow` or `li`. */
export function List({ label, isFramed = false, className = '', children }: ListProps) {
  return (
    <ul className={`${styles.list} ${isFramed ? styles.framed : ''} ${className}`} aria-label={label}>
      {children}
    </ul>
  );
}

interface ListRowProps {
  /** The icon before the texts of the row. It needs the class `listIconClass`. */
  readonly icon?: ReactNode;
  readonly name: ReactNode;
  /** The details below the name. They must be phrasing content of HTML, because the row can be a link. */
  readonly children?: ReactNode;
  /** The buttons of the row. */
  readonly actions?: ReactNode;
  /** The address of the page that the row opens. Undefined: the row is not a link. */
  readonly to?: string | undefined;
}

/** The CSS class that the icon of a row needs. */
export const listIconClass = styles.icon;

/** A row of a list: an icon, a name with details below it, and its buttons or the page that it opens. */
export function ListRow({ icon, name, children, actions, to }: ListRowProps) {
  const content = (
    <>
      {icon}
      <span className={styles.words}>
        <bdi className={textStyles.name}>{name}</bdi>
        {children}
      </span>
      {actions}
    </>
  );
  if (to === undefined) return <li className={styles.row}>{content}</li>;
  return (
    <li className={styles.item}>
      <Link to={to} className={`${styles.row} ${styles.link}`}>
        {content}
        <UiIcon name="chevron-right" className={styles.chevron} />
      </Link>
    </li>
  );
}
