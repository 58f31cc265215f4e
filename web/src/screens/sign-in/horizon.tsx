import classes from './horizon.module.css'

/** A lookout over the sea at dusk: decoration, hidden from screen readers. */
export function Horizon() {
  return (
    <svg
      viewBox="0 0 600 800"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={classes.scene}
    >
      <defs>
        <linearGradient id="beam" x1="0" x2="1">
          <stop offset="0" className={classes.beamNear} />
          <stop offset="1" className={classes.beamFar} />
        </linearGradient>
      </defs>
      <g className={classes.rings}>
        {[90, 170, 260, 360, 470, 590].map((radius) => (
          <circle key={radius} cx="150" cy="452" r={radius} />
        ))}
      </g>
      <path d="M150 452 620 300v250z" fill="url(#beam)" />
      <path d="M0 640q150-26 300 0t300 0v160H0z" className={classes.seaFar} />
      <path d="M30 760c20-80 60-138 120-138s100 58 120 138z" className={classes.rock} />
      <path d="M0 690q150 26 300 0t300 0v110H0z" className={classes.seaNear} />
      <path d="m128 630 10-158h24l10 158z" className={classes.tower} />
      <path d="m132.500 560 2.500-36h30l2.500 36z" className={classes.band} />
      <path d="M132 472h36v-6h-36zM138 466v-26h24v26zM134 440l16-16 16 16z" className={classes.tower} />
      <circle cx="150" cy="453" r="8" className={classes.lamp} />
      <g className={classes.ships}>
        <path d="M420 636h44l-8 12h-28zM440 632v-26l16 26z" />
        <path d="M520 634h30l-6 9h-18zM533 631v-18l11 18z" />
      </g>
    </svg>
  )
}
