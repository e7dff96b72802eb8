import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import styles from './icon-card.module.css';
import { UiIcon, type UiIconName } from '../icons/icons.tsx';

interface IconCardProps {
  readonly to: string;
  readonly icon: UiIconName;
  /** The kind of the item, such as "Ward". */
  readonly caption: string;
  readonly name: string;
  readonly onChoose: () => void;
  /** What is shown below the name. It is not part of the name of the link. Its space is always there. */
  readonly badge?: ReactNode;
}

/** A card that links to a page: an icon panel at the left, a caption and a name (LIST-6). */
export function IconCard({ to, icon, caption, name, onChoose, badge }: IconCardProps) {
  const badgeId = useId();
  return (
    <div className={styles.place}>
      <Link to={to} className={styles.card} onClick={onChoose} aria-describedby={badgeId}>
        <span className={styles.panel}>
          <UiIcon name={icon} className={styles.icon} />
        </span>
        <span className={styles.words}>
          <span className={styles.caption}>{caption}</span>
          <span className={styles.name}>{name}</span>
        </span>
        <UiIcon name="chevron-right" className={styles.chevron} />
      </Link>
      <p id={badgeId} className={styles.badge}>
        {badge}
      </p>
    </div>
  );
}
