import { useId } from 'react';
import { markGround, markRadius, markShapes, markSize } from './mark-shapes.ts';

interface MarkProps {
  /** Width and height in px. */
  readonly size: number;
  readonly className?: string | undefined;
  /** Text for screen readers. Without it they skip the mark, because the name stands beside it. */
  readonly title?: string | undefined;
}

/** The mark with the name of the product for screen readers. The name is the same in every language. */
export function Logo(props: Pick<MarkProps, 'size' | 'className'>) {
  return <Mark {...props} title="Room Status" />;
}

/** The mark of the product as a tile with round corners. */
export function Mark({ size, className, title }: MarkProps) {
  const tile = useId();
  const spoken = title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title };
  return (
    <svg
      {...spoken}
      className={className}
      viewBox={`0 0 ${markSize} ${markSize}`}
      width={size}
      height={size}
      focusable="false"
    >
      <clipPath id={tile}>
        <rect width={markSize} height={markSize} rx={markRadius} />
      </clipPath>
      <g clipPath={`url(#${tile})`}>
        <rect width={markSize} height={markSize} fill={markGround} />
        {markShapes.map(({ path, fill }) => (
          <path key={path} d={path} fill={fill} />
        ))}
      </g>
    </svg>
  );
}
