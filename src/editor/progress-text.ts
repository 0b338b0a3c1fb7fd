import { __, sprintf } from '../ui/i18n.ts';
import { runDurationMs } from '../live/labels/build-time.ts';
import { sentences } from '../live/labels/timed-text.ts';
import { clockTime } from '../live/labels/time.ts';
import { duration } from '../ui/duration.ts';
import type { Run, EnvironmentStatus } from '../shared/wire.ts';
import type { Progress } from './progress.ts';
import { hostOf } from './front-end-post-url.ts';
import type { Saved } from './use-saved.ts';
import type { SaveKind } from './use-saves.ts';

function placeOf( { frontEndUrl, label }: EnvironmentStatus ): string {
	return frontEndUrl === '' ? label : hostOf( frontEndUrl );
}

function notYetSentence( kind: SaveKind | null ): string {
	switch ( kind ) {
		case 'publish':
			/* translators: %s: host name of the front end, or the name of an environment. */
			return __(
				'Published in WordPress, not yet on %s.',
				'headless-deploy'
			);
		case 'remove':
			/* translators: %s: host name of the front end, or the name of an environment. */
			return __(
				'Unpublished in WordPress, still on %s.',
				'headless-deploy'
			);
		default:
			/* translators: %s: host name of the front end, or the name of an environment. */
			return __(
				'Saved in WordPress, not yet on %s.',
				'headless-deploy'
			);
	}
}

/** WordPress says “is now live”; this text says that the front end does not show it yet. */
function notYetText(
	environment: EnvironmentStatus,
	kind: SaveKind | null
): string {
	return sprintf( notYetSentence( kind ), placeOf( environment ) );
}

function leaveText(): string {
	return __( 'You can leave this page.', 'headless-deploy' );
}

/** Does not claim that the site shows the change while that is unknown. */
function acceptedText(
	environment: EnvironmentStatus,
	kind: SaveKind | null
): string {
	if ( environment.trackedLanes.includes( environment.lane ) ) {
		return `${ notYetText( environment, kind ) } ${ leaveText() }`;
	}
	const built =
		kind === 'remove'
			? __(
					'It is removed from the site when the build is done.',
					'headless-deploy'
				)
			: __(
					'It appears on the site when the build is done.',
					'headless-deploy'
				);
	return environment.frontEndUrl === ''
		? `${ built } ${ leaveText() }`
		: `${ built } ${ __(
				'WordPress could not check whether it is live.',
				'headless-deploy'
			) }`;
}

function livePart(
	environment: EnvironmentStatus,
	run: Run,
	isGone: boolean,
	times: { nowMs: number; timeZone: string }
): string {
	const at = run.trackedAt ?? run.finishedAt ?? run.createdAt;
	const sentence = isGone
		? /* translators: 1: host name of the front end, 2: a time, for example “14:23”. */
			__( 'No longer on %1$s since %2$s.', 'headless-deploy' )
		: /* translators: 1: host name of the front end, 2: a time, for example “14:23”. */
			__( 'On %1$s since %2$s.', 'headless-deploy' );
	const time = clockTime( at, times.nowMs, times.timeZone );
	const tookMs = runDurationMs( run );
	const took =
		tookMs === null
			? ''
			: sprintf(
					/* translators: %s: for example “1 min 54 s”. */
					__( 'The run took %s.', 'headless-deploy' ),
					duration( tookMs )
				);
	return `${ sprintf( sentence, placeOf( environment ), time ) } ${ took }`.trim();
}

function waitingText(
	environment: EnvironmentStatus,
	kind: SaveKind | null
): string {
	return `${ notYetText( environment, kind ) } ${ __(
		'Changes saved until then are included.',
		'headless-deploy'
	) }`;
}

/** A publication or removal waits with the held changes. An update may have changed nothing. */
function isWaiting(
	{ status }: EnvironmentStatus,
	kind: SaveKind | null
): boolean {
	return (
		( status === 'held' || status === 'paused' ) &&
		( kind === 'publish' || kind === 'remove' )
	);
}

function donePart( run: Run | null ): string {
	if ( run?.lane === 'refresh' ) {
		return __(
			'The front end knows which pages changed. WordPress could not check whether they are live.',
			'headless-deploy'
		);
	}
	return __(
		'The cache was purged: the next visitor sees the new version.',
		'headless-deploy'
	);
}

/** Explains the stage of a save to its author. */
export function progressText(
	environment: EnvironmentStatus,
	{ stage, run }: Progress,
	save: Pick< Saved, 'kind' >,
	nowMs: number,
	timeZone: string
): string {
	const { problem, remedy } = environment;
	const why = problem === null ? '' : sentences( problem.message, remedy );
	const times = { nowMs, timeZone };
	const plan = ( text: string ) => sentences( environment.planChange, text );
	switch ( stage ) {
		case 'countdown':
			return why === ''
				? plan( waitingText( environment, save.kind ) )
				: why;
		case 'failed':
		case 'buildFailed':
			return why === ''
				? sentences( run?.message ?? '', run?.remedy ?? '' )
				: why;
		case 'accepted':
			return plan( acceptedText( environment, save.kind ) );
		case 'building':
			return why === ''
				? plan(
						`${ notYetText( environment, save.kind ) } ${ leaveText() }`
					)
				: why;
		case 'live':
		case 'gone':
			return run === null
				? ''
				: livePart( environment, run, stage === 'gone', times );
		case 'done':
			return donePart( run );
		case 'sending':
			return plan( notYetText( environment, save.kind ) );
		case 'canceled':
			return notYetText( environment, save.kind );
		case 'resting':
			return why === '' && isWaiting( environment, save.kind )
				? notYetText( environment, save.kind )
				: why;
	}
}
