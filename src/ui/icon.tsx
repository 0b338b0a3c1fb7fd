import type { ReactNode } from 'react';

const SHAPES = {
	live: (
		<>
			<circle cx="8" cy="8" r="8" fill="currentColor" stroke="none" />
			<path className="hd-icon__cut" d="m4.6 8.3 2.3 2.3 4.5-4.8" />
		</>
	),
	wasLive: (
		<>
			<circle cx="8" cy="8" r="7" />
			<path d="m5 8.2 2.1 2.1 4-4.3" />
		</>
	),
	running: (
		<>
			<circle className="hd-icon__track" cx="8" cy="8" r="7" />
			<path className="hd-icon__arc" d="M8 1a7 7 0 0 1 7 7" />
		</>
	),
	queued: <circle cx="8" cy="8" r="7" strokeDasharray="3 2.5" />,
	failed: (
		<>
			<path
				fill="currentColor"
				stroke="none"
				d="M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5z"
			/>
			<path className="hd-icon__cut" d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" />
		</>
	),
	canceled: (
		<>
			<circle cx="8" cy="8" r="7" />
			<path d="m3.2 12.8 9.6-9.6" />
		</>
	),
	superseded: (
		<>
			<circle cx="8" cy="8" r="7" />
			<path d="M5 8h6" />
		</>
	),
	nothing: <circle strokeWidth="1" cx="8" cy="8" r="7" />,
	warning: (
		<>
			<path strokeLinejoin="round" d="M8 1.6 15.2 14H.8z" />
			<path d="M8 6v4m0 1.6v.6" />
		</>
	),
	external: <path d="M6.5 3H3v10h10V9.5M9.5 2.5h4v4m0-4L7.5 8.500" />,
	file: (
		<>
			<path strokeLinejoin="round" d="M3.5 1.5H9l3.5 3.5v9.5h-9z" />
			<path d="M9 1.5V5h3.5" />
		</>
	),
	upload: <path d="M8 14V2.5M3.5 7 8 2.5 12.5 7" />,
} satisfies Record< string, ReactNode >;

export type IconName = keyof typeof SHAPES;

/** Hidden from assistive technology: the word beside it carries the meaning. */
export function Icon( { name }: { name: IconName } ) {
	return (
		<svg
			className={ `hd-icon hd-icon--${ name }` }
			viewBox="0 0 16 16"
			width="16"
			height="16"
			aria-hidden="true"
			focusable="false"
		>
			{ SHAPES[ name ] }
		</svg>
	);
}
