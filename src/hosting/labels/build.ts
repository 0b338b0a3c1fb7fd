import { __, _n, sprintf } from '../../ui/i18n.ts';
import { isActive, isUnsuccessful } from '../../shared/build-states.ts';
import type { Build } from '../../shared/platform-api.generated.ts';
import { durationLabel } from './duration.ts';
import type { StatusWords } from '../../ui/status.tsx';
import { withUsual } from '../../ui/rebuild-labels.ts';

const LOOKS: Record< Build[ 'state' ], Omit< StatusWords, 'word' > > = {
	queued: { icon: 'queued', tone: 'quiet' },
	building: { icon: 'running', tone: 'running' },
	deploying: { icon: 'running', tone: 'running' },
	live: { icon: 'live', tone: 'good' },
	succeeded: { icon: 'wasLive', tone: 'quiet' },
	failed: { icon: 'failed', tone: 'bad' },
	canceled: { icon: 'canceled', tone: 'quiet' },
	superseded: { icon: 'superseded', tone: 'quiet' },
};

export function buildStatus( state: Build[ 'state' ] ): StatusWords {
	const words: Record< Build[ 'state' ], string > = {
		queued: __( 'Queued', 'headless-deploy' ),
		building: __( 'Building', 'headless-deploy' ),
		deploying: __( 'Deploying', 'headless-deploy' ),
		live: __( 'Live', 'headless-deploy' ),
		succeeded: __( 'Was live', 'headless-deploy' ),
		failed: __( 'Failed', 'headless-deploy' ),
		canceled: __( 'Canceled', 'headless-deploy' ),
		superseded: __( 'Superseded', 'headless-deploy' ),
	};
	return { word: words[ state ], ...LOOKS[ state ] };
}

/** For example “Build 12”. */
export function buildName( number: number | string ): string {
	/* translators: %s: number of a build. */
	return sprintf( __( 'Build %s', 'headless-deploy' ), number );
}

export function failedBuild( number: number ): string {
	/* translators: %d: number of a build. */
	return sprintf( __( 'Build %d failed', 'headless-deploy' ), number );
}

/** What visitors get although a newer build failed. */
export function liveBuild( { number }: { number: number } ): string {
	/* translators: %d: number of a build. */
	return sprintf( __( 'Build %d is live.', 'headless-deploy' ), number );
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

export type BuildStep = Build[ 'steps' ][ number ];

export function stepLabel( name: BuildStep[ 'name' ] ): string {
	const labels: Record< BuildStep[ 'name' ], string > = {
		unpack: __( 'Unpack', 'headless-deploy' ),
		install: __( 'Install', 'headless-deploy' ),
		build: __( 'Build', 'headless-deploy' ),
		start: __( 'Start', 'headless-deploy' ),
		health: __( 'Health', 'headless-deploy' ),
		live: __( 'Live', 'headless-deploy' ),
	};
	return labels[ name ];
}

function triggerLabel( trigger: Build[ 'trigger' ] ): string {
	const labels: Record< Build[ 'trigger' ], string > = {
		upload: __( 'Upload', 'headless-deploy' ),
		rebuild: __( 'Rebuild', 'headless-deploy' ),
		cleanRebuild: __( 'Clean Rebuild', 'headless-deploy' ),
		redeploy: __( 'Deploy again', 'headless-deploy' ),
	};
	return labels[ trigger ];
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

/** For example “Took 41 s, usually about 38 s”; empty before the start. */
export function buildDuration( build: Build, now: number ): string {
	const { usualMilliseconds: usual, startTime } = build;
	if ( startTime === undefined ) {
		return '';
	}
	const isStopped = isUnsuccessful( build );
	/* translators: %s: duration. */
	const soFar = __( '%s so far', 'headless-deploy' );
	/* translators: %s: duration. */
	const stopped = __( 'Stopped after %s', 'headless-deploy' );
	/* translators: %s: duration. */
	const ended = __( 'Took %s', 'headless-deploy' );
	const format = isStopped ? stopped : ended;
	const shown = isActive( build ) ? soFar : format;
	const duration = sprintf( shown, tookLabel( build, now ) );
	return usual === null || isStopped
		? duration
		: withUsual( duration, durationLabel( usual ) );
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
