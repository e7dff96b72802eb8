import { ManageIcon } from '../manage-icon.tsx';
import formStyles from './form.module.css';
import styles from './search-field.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Searches in a list while somebody types. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <label className={styles.search}>
      <ManageIcon name="search" className={styles.icon} />
      <input
        type="search"
        className={`${formStyles.control} ${styles.input}`}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
