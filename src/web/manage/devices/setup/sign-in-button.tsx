import { useState } from 'react';
import buttonStyles from '../../../ui/button.module.css';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';

interface SignInButtonProps {
  /** Goes to the identity provider. Rejects when it is unreachable. */
  readonly onSignIn: () => Promise<void>;
  readonly isQuiet?: boolean;
}

export function SignInButton({ onSignIn, isQuiet = false }: SignInButtonProps) {
  const { t } = useTexts();
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <>
      {hasFailed && (
        <p role="alert" className={pageStyles.problem}>
          {t('devices.set_up.unreachable')}
        </p>
      )}
      <button
        type="button"
        className={isQuiet ? buttonStyles.quiet : buttonStyles.strong}
        onClick={() => {
          setHasFailed(false);
          onSignIn().catch(() => setHasFailed(true));
        }}
      >
        {t('devices.set_up.sign_in_submit')}
      </button>
    </>
  );
}
