import type { ComponentProps } from 'react';
import styles from '../button.module.css';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  /** `strong`: the button of the main action. `destructive`: its action cannot be undone. */
  readonly look?: 'quiet' | 'strong' | 'destructive' | undefined;
}

/** A button with the type `button`, so that it does not submit the form around it. */
export function Button({ look = 'quiet', ...button }: ButtonProps) {
  return <button type="button" className={styles[look]} {...button} />;
}
