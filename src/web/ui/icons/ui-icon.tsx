import { DrawnIcon } from './drawn-icon.tsx';
import { uiDrawings, type UiIconName } from './ui-drawings.ts';

interface UiIconProps {
  readonly name: UiIconName;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
}

/** An icon of the user interface. */
export function UiIcon({ name, className, title }: UiIconProps) {
  return <DrawnIcon drawing={uiDrawings[name]} className={className} title={title} />;
}
