import { ManageIcon } from '../../shell/manage-icon.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import type { ManagedPlace } from '../../home/places.ts';
import type { OpenPlaceDialog } from './place-dialogs.tsx';
import styles from './place-tree.module.css';

interface PlaceButtonsProps {
  readonly place: ManagedPlace;
  readonly onOpen: OpenPlaceDialog;
}

/** Adds below a place, edits it and deletes it. A place that the user may only see has no buttons. */
export function PlaceButtons({ place, onOpen }: PlaceButtonsProps) {
  const { t } = useTexts();
  const { level, uuid, displayName: name, canChange } = place;
  if (!canChange) return null;
  const below = level === 'client' ? 'location' : 'ward';
  return (
    <div className={styles.buttons}>
      {level !== 'ward' && (
        <button
          type="button"
          className={styles.button}
          onClick={() => onOpen({ kind: 'add', level: below, parentUUID: uuid })}
        >
          <ManageIcon name="add" className={styles.buttonIcon} />
          <span className={styles.buttonText}>{t(`rooms.add_${below}`)}</span>
        </button>
      )}
      <button
        type="button"
        className={styles.button}
        aria-label={t('rooms.edit_name', { name })}
        onClick={() => onOpen({ kind: 'edit', place })}
      >
        <ManageIcon name="edit" className={styles.buttonIcon} />
      </button>
      <button
        type="button"
        className={styles.button}
        aria-label={t('rooms.delete_name', { name })}
        onClick={() => onOpen({ kind: 'remove', place })}
      >
        <ManageIcon name="remove" className={styles.buttonIcon} />
      </button>
    </div>
  );
}
