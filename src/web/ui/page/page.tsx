import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { UiIcon } from '../icons/icons.tsx';
import textStyles from '../text.module.css';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** The link back to the list, on a page about one entry of a list. */
  readonly back?: { readonly address: string; readonly label: string } | undefined;
  /** The path of the place, shown above the title. */
  readonly path?: string | undefined;
  /** A sentence below the title that describes the page. */
  readonly about?: string | undefined;
  /** The buttons beside the title. */
  readonly actions?: ReactNode;
  /** Whether the page has the whole width of the screen. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A page of the administration: its title, and its sections below each other. */
export function Page({ title, back, path, about, actions, isWide = false, children }: PageProps) {
  return (
    <div className={styles.page} data-wide={isWide}>
      <header>
        {back !== undefined && (
          <Link to={back.address} className={styles.back}>
            <UiIcon name="chevron-left" size={18} />
            {back.label}
          </Link>
        )}
        {path !== undefined && <p className={textStyles.detail}>{path}</p>}
        <div className={styles.head}>
          <h1 className={styles.title} dir="auto">
            {title}
          </h1>
          {actions}
        </div>
        {about !== undefined && <p className={styles.about}>{about}</p>}
      </header>
      {children}
    </div>
  );
}
