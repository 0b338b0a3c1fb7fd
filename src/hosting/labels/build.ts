import { __, _n, sprintf } from '../i18n.ts';
import type { Build } from '../../shared/platform-api.generated.ts';
import { durationLabel } from './duration.ts';
import type { StatusWords } from './status.ts';

export function buildStatus( state: Build[ 'state' ] ): StatusWords {
	switch ( state ) {
		case 'queued':
			return {
				word: __( 'Queued', 'headless-deploy' ),
				icon: 'queued',
				tone: 'quiet',
			};
		case 'building':
			return {
				word: __( 'Building', 'headless-deploy' ),
				icon: 'running',
				tone: 'running',
			};
		case 'deploying':
			return {
				word: __( 'Deploying', 'headless-deploy' ),
				icon: 'running',
				tone: 'running',
			};
		case 'live':
			return {
				word: __( 'Live', 'headless-deploy' ),
				icon: 'live',
				tone: 'good',
			};
		case 'succeeded':
			return {
				word: __( 'Was live', 'headless-deploy' ),
				icon: 'wasLive',
				tone: 'quiet',
			};
		case 'failed':
			return {
				word: __( 'Failed', 'headless-deploy' ),
				icon: 'failed',
				tone: 'bad',
			};
		case 'cancelled':
			return {
				word: __( 'Canceled', 'headless-deploy' ),
				icon: 'canceled',
				tone: 'quiet',
			};
		case 'superseded':
			return {
				word: __( 'Superseded', 'headless-deploy' ),
				icon: 'superseded',
				tone: 'quiet',
			};
	}
}

/** For example “Build 12”. */
export function buildName( number: number | string ): string {
	/* translators: %s: number of a build. */
	return sprintf( __( 'Build %s', 'headless-deploy' ), number );
}

type Served = { number: number } | null | undefined;

/** What visitors get although a build failed or was canceled; empty if nothing is live. */
export function stillLive( served: Served ): string {
	/* translators: %d: number of a build. */
	const text = __( 'Build %d is still live.', 'headless-deploy' );
	return served ? sprintf( text, served.number ) : '';
}

/** What visitors get while a build runs; empty if nothing is live. */
export function staysLive( served: Served ): string {
	/* translators: %d: number of a build. */
	const text = __( 'Build %d stays live.', 'headless-deploy' );
	return served ? sprintf( text, served.number ) : '';
}

export function isRunning( { state }: Pick< Build, 'state' > ): boolean {
	return [ 'queued', 'building', 'deploying' ].includes( state );
}

export type BuildStep = Build[ 'steps' ][ number ];

export function stepLabel( name: BuildStep[ 'name' ] ): string {
	switch ( name ) {
		case 'unpack':
			return __( 'Unpack', 'headless-deploy' );
		case 'install':
			return __( 'Install', 'headless-deploy' );
		case 'build':
			return __( 'Build', 'headless-deploy' );
		case 'start':
			return __( 'Start', 'headless-deploy' );
		case 'health':
			return __( 'Health', 'headless-deploy' );
		case 'live':
			return __( 'Live', 'headless-deploy' );
	}
}

function triggerLabel( trigger: Build[ 'trigger' ] ): string {
	switch ( trigger ) {
		case 'upload':
			return __( 'Upload', 'headless-deploy' );
		case 'rebuild':
			return __( 'Rebuild', 'headless-deploy' );
		case 'cleanRebuild':
			return __( 'Clean Rebuild', 'headless-deploy' );
		case 'redeploy':
			return __( 'Deploy again', 'headless-deploy' );
	}
}

/** For example “Upload by sam” or “Webhook, Rebuild. 3 calls in one build”. */
export function startedByLabel( {
	startedBy,
	trigger,
	absorbed,
}: Pick< Build, 'startedBy' | 'trigger' | 'absorbed' > ): string {
	const namesTrigger = /^(?:upload|rebuild|clean rebuild|redeploy)\b/;
	const who = startedBy.charAt( 0 ).toUpperCase() + startedBy.slice( 1 );
	const started = namesTrigger.test( startedBy )
		? who
		: `${ who }, ${ triggerLabel( trigger ) }`;
	return absorbed === 0
		? started
		: sprintf(
				/* translators: 1: who started the build, 2: number of calls. */
				_n(
					'%1$s. %2$d call in one build',
					'%1$s. %2$d calls in one build',
					absorbed + 1,
					'headless-deploy'
				),
				started,
				absorbed + 1
			);
}

type Timed = Pick< Build, 'startTime' | 'finishTime' >;

/** How long a build took, or takes so far; null before its start. */
export function tookMilliseconds(
	{ startTime, finishTime }: Timed,
	now: number
): number | null {
	return startTime === undefined
		? null
		: ( finishTime ? Date.parse( finishTime ) : now ) -
				Date.parse( startTime );
}

/** How long a build or a step took; in whole seconds while it runs. */
export function tookLabel( part: Timed, now: number ): string {
	const took = tookMilliseconds( part, now ) ?? 0;
	return durationLabel(
		part.finishTime ? took : Math.floor( took / 1000 ) * 1000
	);
}

/** For example “Took 41 s, usually about 38 s.”; empty before the start. */
export function durationSentence( build: Build, now: number ): string {
	const { usualMilliseconds: usual, startTime, state } = build;
	if ( startTime === undefined ) {
		return '';
	}
	const isStopped = [ 'failed', 'cancelled' ].includes( state );
	/* translators: %s: duration. */
	const soFar = __( '%s so far', 'headless-deploy' );
	/* translators: %s: duration. */
	const stopped = __( 'Stopped after %s', 'headless-deploy' );
	/* translators: %s: duration. */
	const ended = __( 'Took %s', 'headless-deploy' );
	const format = isStopped ? stopped : ended;
	const shown = isRunning( build ) ? soFar : format;
	const duration = sprintf( shown, tookLabel( build, now ) );
	/* translators: 1: duration, for example “Took 41 s”, 2: usual duration. */
	const compared = __( '%1$s, usually about %2$s.', 'headless-deploy' );
	return usual === null || isStopped
		? `${ duration }.`
		: sprintf( compared, duration, durationLabel( usual ) );
}

/** Splits the reason of a failure into what happened, with its step, and the rest. */
export function failureOf( {
	error,
	steps,
}: Pick< Build, 'error' | 'steps' > ): {
	what: string;
	rest: string;
} {
	const [ first = '', ...others ] = error.split( /(?<=[^.][.!?]) / );
	const step = steps.at( -1 );
	const name = step?.state === 'failed' ? stepLabel( step.name ) : '';
	const what =
		name === '' || first.startsWith( name )
			? first
			: sprintf(
					/* translators: 1: step of a build, 2: why it failed. */
					__( '%1$s failed: %2$s', 'headless-deploy' ),
					name,
					first
				);
	return { what, rest: others.join( ' ' ) };
}
