import { useId } from 'react';
import { markGround, markRadius, markShapes, markSize } from './mark-shapes.ts';

interface MarkProps {
  /** The width and height of the mark in CSS pixels. */
  readonly size: number;
  readonly className?: string | undefined;
  /** The text for screen readers. A mark without a title is hidden from them, because the name is beside the mark. */
  readonly title?: string | undefined;
}

/** The product mark. Screen readers read the name of the product, which is the same in every language. */
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
