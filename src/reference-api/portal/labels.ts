/** The portal's words for times, durations, sizes, states and regions. */
import type { Build, BuildState } from '../model/hosting.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import type { IconName } from './icons.ts';
import { icon } from './icons.ts';

const REGIONS: Record< string, string > = {
	'regions/US-C': 'US Central',
	'regions/AUS-SE': 'Australia Southeast',
	'regions/UK': 'United Kingdom',
	'regions/EU-W': 'Europe West',
};

interface StateWords {
	word: string;
	icon: IconName;
	/** The class that gives the colour: state, never decoration. */
	tone: 'ok' | 'run' | 'bad' | 'quiet';
}

const STATES: Record< BuildState, StateWords > = {
	queued: { word: 'Queued', icon: 'queued', tone: 'quiet' },
	building: { word: 'Building', icon: 'running', tone: 'run' },
	deploying: { word: 'Deploying', icon: 'running', tone: 'run' },
	live: { word: 'Live', icon: 'served', tone: 'ok' },
	succeeded: { word: 'Was live', icon: 'wasServed', tone: 'quiet' },
	failed: { word: 'Failed', icon: 'failed', tone: 'bad' },
	cancelled: { word: 'Cancelled', icon: 'cancelled', tone: 'quiet' },
	superseded: { word: 'Superseded', icon: 'superseded', tone: 'quiet' },
};

const ACTION_WORDS = {
	upload: 'Upload',
	rebuild: 'Rebuild',
	cleanRebuild: 'Clean rebuild',
	redeploy: 'Deploy again',
	purgeCache: 'Purge cache',
} as const;

const CLOCK = new Intl.DateTimeFormat( 'en-GB', { timeStyle: 'short' } );
const CLOCK_SECONDS = new Intl.DateTimeFormat( 'en-GB', {
	timeStyle: 'medium',
} );
const DAY = new Intl.DateTimeFormat( 'en-GB', {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
} );
const FULL = new Intl.DateTimeFormat( 'en-GB', {
	dateStyle: 'full',
	timeStyle: 'long',
} );

/** How much of a time is said: in a table, in a sentence, or to the second. */
export type TimeForm = 'table' | 'sentence' | 'seconds';

function timeWords( at: Date, now: Date, form: TimeForm ): string {
	const clock = ( form === 'seconds' ? CLOCK_SECONDS : CLOCK ).format( at );
	if ( at.toDateString() !== now.toDateString() ) {
		// British English separates nothing: "Thu 19 Nov" needs its comma gone.
		return `${ DAY.format( at ).replace( ',', '' ) }, ${ clock }`;
	}
	return form === 'table' ? `${ clock } today` : clock;
}

/**
 * Says when something happened, with the full date for those who ask.
 *
 * @param form "14:02 today", "14:02" or "14:02:31"; on other days "Thu 19 Nov, 17:40".
 */
export function time( at: Date, now: Date, form: TimeForm = 'table' ): Html {
	return html`<time
		datetime="${ at.toISOString() }"
		title="${ FULL.format( at ) }"
		>${ timeWords( at, now, form ) }</time
	>`;
}

/**
 * Says how long something took, for example "0.8 s", "41 s" or "1 min 12 s".
 */
export function duration( milliseconds: number ): string {
	const seconds = Math.max( 0, milliseconds ) / 1000;
	if ( seconds < 9.95 ) {
		return `${ Number( seconds.toFixed( 1 ) ) } s`;
	}
	const whole = Math.round( seconds );
	if ( whole < 60 ) {
		return `${ whole } s`;
	}
	const minutes = Math.floor( whole / 60 );
	return minutes < 60
		? `${ minutes } min ${ whole % 60 } s`
		: `${ Math.floor( minutes / 60 ) } h ${ minutes % 60 } min`;
}

/**
 * Says how long something takes so far: whole seconds, which the page itself counts on.
 */
export function elapsed( since: Date, now: Date ): Html {
	return html`<span data-since="${ since.toISOString() }"
		>${ elapsedWords( since, now ) }</span
	>`;
}

/** Says how long something takes so far, as text. */
export function elapsedWords( since: Date, now: Date ): string {
	const milliseconds = now.getTime() - since.getTime();
	return duration( Math.floor( milliseconds / 1000 ) * 1000 );
}

/** Says how long a build took, or takes so far; null while it waits. */
export function tookMilliseconds( build: Build, now: Date ): number | null {
	if ( build.startTime === null ) {
		return null;
	}
	const end = build.finishTime ?? now;
	return end.getTime() - build.startTime.getTime();
}

/** Says a region in words; an unknown one stays as it is. */
export function regionWords( region: string ): string {
	return REGIONS[ region ] ?? region;
}

/**
 * Says what asked for a build, for example "Webhook, Clean rebuild. 3 calls in one".
 */
export function startedByWords( build: Build ): string {
	const who =
		build.startedBy.charAt( 0 ).toUpperCase() + build.startedBy.slice( 1 );
	const what =
		( build.trigger === 'upload' && /upload/i.test( who ) ) ||
		build.trigger === 'redeploy'
			? who
			: `${ who }, ${ ACTION_WORDS[ build.trigger ] }`;
	return build.absorbed === 0
		? what
		: `${ what }. ${ build.absorbed + 1 } calls in one`;
}

/**
 * Says what asked for a build as a sentence without its end, for example "Uploaded by sam" or "Started by webhook, Rebuild".
 */
export function startedSentence( { startedBy, trigger }: Build ): string {
	const [ , uploader ] = /^upload by (.+)$/i.exec( startedBy ) ?? [];
	if ( trigger === 'upload' && uploader !== undefined ) {
		return `Uploaded by ${ uploader }`;
	}
	const [ , presser ] = /^portal, by (.+)$/.exec( startedBy ) ?? [];
	const who =
		presser === undefined ? startedBy : `${ presser } in the portal`;
	return `Started by ${ who }, ${ ACTION_WORDS[ trigger ] }`;
}

/** Splits an error into its sentences. */
export function sentences( error: string ): string[] {
	return error.split( /(?<=[^.][.!?]) / );
}

/**
 * Names an action as its buttons do.
 *
 * @param action An action or `upload`.
 */
export function actionWords( action: keyof typeof ACTION_WORDS ): string {
	return ACTION_WORDS[ action ];
}

/** Names a build's state. */
export function stateWord( state: BuildState ): string {
	return STATES[ state ].word;
}

/**
 * Shows a build's state: icon, then word.
 *
 * @param more What else is said in its colour.
 */
export function stateLabel( state: BuildState, more = '' ): Html {
	const words = STATES[ state ];
	return html`<span class="state ${ words.tone }"
		>${ icon( words.icon ) } ${ words.word }${ more }</span
	>`;
}

/** Shows a build's state as a pill beside a heading. */
export function statePill( state: BuildState ): Html {
	const words = STATES[ state ];
	return html`<span class="pill ${ words.tone }"
		>${ icon( words.icon ) } ${ words.word }</span
	>`;
}

/**
 * Says a number with its noun, for example "1 page" or "1,204 pages".
 *
 * @param noun The noun in its singular.
 */
export function countWords( count: number, noun: string ): string {
	return `${ count.toLocaleString( 'en' ) } ${ noun }${ count === 1 ? '' : 's' }`;
}
