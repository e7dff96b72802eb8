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
}

/** A card that links to a page: an icon panel at the left, a caption and a name (LIST-6). */
export function IconCard({ to, icon, caption, name, onChoose }: IconCardProps) {
  return (
    <Link to={to} className={styles.card} onClick={onChoose}>
      <span className={styles.panel}>
        <UiIcon name={icon} className={styles.icon} />
      </span>
      <span className={styles.words}>
        <span className={styles.caption}>{caption}</span>
        <span className={styles.name}>{name}</span>
      </span>
      <UiIcon name="chevron-right" className={styles.chevron} />
    </Link>
  );
}
