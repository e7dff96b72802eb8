import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import styles from './icon-card.module.css';
import { UiIcon, type UiIconName } from '../icons/icons.tsx';

interface IconCardProps {
  readonly to: string;
  readonly icon: UiIconName;
  /** The small text above the name: the kind of the item, such as "Ward". */
  readonly caption: string;
  readonly name: string;
  readonly onChoose: () => void;
  /** The badge below the name. It is not part of the link's name, and its space is reserved even if it is empty. */
  readonly badge?: ReactNode;
}

/** A card that links to a page: an icon panel at the left, a caption and a name (LIST-6). */
export function IconCard({ to, icon, caption, name, onChoose, badge }: IconCardProps) {
  const badgeId = useId();
  return (
    <div className={styles.frame}>
      <Link to={to} className={styles.card} onClick={onChoose} aria-describedby={badgeId}>
        <span className={styles.panel}>
          <UiIcon name={icon} size={44} />
        </span>
        <span className={styles.words}>
          <span className={styles.caption}>{caption}</span>
          <span className={styles.name}>{name}</span>
        </span>
        <UiIcon name="chevron-right" size={20} className={styles.chevron} />
      </Link>
      <p id={badgeId} className={styles.badge}>
        {badge}
      </p>
    </div>
  );
}
