/** Rotation in degrees and colour of the logo's four triangles, which resemble the sails of a mill. */
const sails = [
  { angle: 0, color: '#ffb765' },
  { angle: 90, color: '#f2557a' },
  { angle: 180, color: '#9a6be3' },
  { angle: 270, color: '#58c9d0' },
];

/** Logo of Framemill, `size` pixels square. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg aria-hidden="true" height={size} viewBox="-92 -92 184 184" width={size}>
      {sails.map(({ angle, color }) => (
        <path d="M5-11V-82L62-47Z" fill={color} key={angle} transform={`rotate(${angle})`} />
      ))}
    </svg>
  );
}
