import { useState } from 'react';
import { Button } from '../ui/button/button.tsx';

interface SendButtonProps {
  /** What is sent to whom, for a screen reader. */
  readonly label: string;
  readonly text: string;
  /** Says what became of it. Never rejects. */
  readonly send: () => Promise<void>;
}

/** A button that sends something. It ignores a second press while the first one is being sent. */
export function SendButton({ label, text, send }: SendButtonProps) {
  const [isSending, setIsSending] = useState(false);
  const press = async () => {
    if (isSending) return;
    setIsSending(true);
    await send();
    setIsSending(false);
  };
  return (
    <Button aria-label={label} aria-busy={isSending} aria-disabled={isSending} onClick={() => void press()}>
      {text}
    </Button>
  );
}
