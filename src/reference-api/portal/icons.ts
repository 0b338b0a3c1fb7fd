/**
 * The portal's icons. They are hidden from assistive technology: the word beside them carries the meaning.
 */
import { Html } from './html.ts';

const SHAPES = {
	served: '<circle cx="8" cy="8" r="8" fill="currentColor"/><path class="cut" d="m4.6 8.3 2.3 2.3 4.5-4.8"/>',
	wasServed: '<circle cx="8" cy="8" r="7"/><path d="m5 8.2 2.1 2.1 4-4.3"/>',
	running:
		'<circle class="track" cx="8" cy="8" r="7"/><path class="arc" d="M8 1a7 7 0 0 1 7 7"/>',
	queued: '<circle cx="8" cy="8" r="7" stroke-dasharray="3 2.5"/>',
	failed: '<path fill="currentColor" stroke="currentColor" stroke-linejoin="round" d="M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5z"/><path class="cut" d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8"/>',
	cancelled: '<circle cx="8" cy="8" r="7"/><path d="m3.2 12.8 9.6-9.6"/>',
	superseded: '<circle cx="8" cy="8" r="7"/><path d="M5 8h6"/>',
	nothing: '<circle class="thin" cx="8" cy="8" r="7"/>',
	warning:
		'<path stroke-linejoin="round" d="M8 1.6 15.2 14H.8z"/><path d="M8 6v4m0 1.6v.6"/>',
	done: '<path d="m3 8.5 3.3 3.3L13 4.6"/>',
	copy: '<rect x="5.5" y="5.5" width="8.5" height="8.5" rx="1.5"/><path d="M10.5 5.5V3.3c0-.7-.6-1.3-1.3-1.3H3.3C2.6 2 2 2.6 2 3.300v5.900c0 .7.6 1.3 1.3 1.3h2.2"/>',
	external:
		'<path d="M6.500 3H3v10h10V9.500M9.500 2.500h4v4m0-4L7.500 8.500"/>',
	file: '<path stroke-linejoin="round" d="M3.500 1.500h5.500l3.500 3.500v9.500h-9z"/><path d="M9 1.500V5h3.500"/>',
	upload: '<path d="M8 14V2.500M3.500 7 8 2.500 12.500 7"/>',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof SHAPES;

/** Draws an icon in the colour of the text around it. */
export function icon( name: IconName ): Html {
	return new Html(
		`<svg class="icon icon-${ name }" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">${ SHAPES[ name ] }</svg>`
	);
}
