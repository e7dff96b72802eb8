import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { UiIcon } from '../../ui/icons/icons.tsx';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** The list that the page is about one entry of. */
  readonly back?: { readonly address: string; readonly label: string } | undefined;
  /** Above the title, where the page's subject is. */
  readonly path?: string | undefined;
  /** A sentence below the title. */
  readonly about?: string | undefined;
  /** The buttons beside the title. */
  readonly actions?: ReactNode;
  /** The page's own width and distances. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A page of the administration: its title, and its sections below each other. */
export function Page({ title, back, path, about, actions, className = '', children }: PageProps) {
  return (
    <div className={`${styles.page} ${className}`}>
      <header>
        {back !== undefined && (
          <Link to={back.address} className={styles.back}>
            <UiIcon name="chevron-left" className={styles.backIcon} />
            {back.label}
          </Link>
        )}
        {path !== undefined && <p className={styles.detail}>{path}</p>}
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
