import { encode } from 'uqr';
import textStyles from '../../ui/text.module.css';
import styles from './one-time-secret.module.css';

/** A QR code, black on white in both themes, because many scanners cannot read other colours. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <figure className={styles.qr}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <figcaption className={textStyles.detail}>{label}</figcaption>
    </figure>
  );
}
