import { __, sprintf } from '../i18n.ts';
import type {
	EnvironmentStatus,
	Paused,
	PauseReason,
} from '../../shared/wire.ts';
import { type Description, pendingChanges } from './description.ts';
import { changesInWords } from './people.ts';
import { clockTime } from './time.ts';

const PAUSES: Record< PauseReason, () => string > = {
	copy: () => __( 'Paused: this is a copy', 'headless-deploy' ),
	token: () => __( 'Paused: the webhook URL was refused', 'headless-deploy' ),
	person: () => __( 'Paused', 'headless-deploy' ),
	disabled: () => __( 'Paused in wp-config.php', 'headless-deploy' ),
	key: () =>
		__(
			'Paused: the stored webhook URL cannot be read',
			'headless-deploy'
		),
	constant: () => __( 'Paused: wp-config.php is wrong', 'headless-deploy' ),
	no_curl: () =>
		__( 'Paused: PHP’s cURL extension is missing', 'headless-deploy' ),
	unknown: () => __( 'Paused by a newer version', 'headless-deploy' ),
};

const PAUSE_DETAILS: Record< PauseReason, () => string > = {
	copy: () =>
		__(
			'This site has another address than when it was connected, so nothing is sent from here.',
			'headless-deploy'
		),
	// Why stands in the notice, with the way to mend it.
	token: () => '',
	key: () => '',
	person: () =>
		__(
			'Nothing is sent by itself. The buttons still send.',
			'headless-deploy'
		),
	disabled: () =>
		__(
			'HEADLESS_DEPLOY_DISABLED is set, so nothing is sent from here.',
			'headless-deploy'
		),
	constant: () =>
		__(
			'What HEADLESS_DEPLOY_ENVIRONMENTS says about this environment cannot be used. Connections shows what is wrong.',
			'headless-deploy'
		),
	no_curl: () =>
		__(
			'Nothing is sent without it. Ask the administrator of this server to enable the extension.',
			'headless-deploy'
		),
	unknown: () =>
		__(
			'A newer version of Headless Deploy paused this environment. Update the plugin on this server to resume it.',
			'headless-deploy'
		),
};

/** Says in a few words that an environment is paused, and why. */
export function pauseHeadline( {
	reason,
	by,
}: Pick< Paused, 'reason' | 'by' > ): string {
	return by
		? /* translators: %s: name of a person. */
			sprintf( __( 'Paused by %s', 'headless-deploy' ), by.name )
		: PAUSES[ reason ]();
}

/**
 * Says that nothing is sent, and why.
 *
 * @param timeZone As the site has it.
 */
export function describePaused(
	environment: EnvironmentStatus,
	{ reason, since, nextTryAt, by }: Paused,
	nowMs: number,
	timeZone: string
): Description {
	const next =
		nextTryAt === null
			? ''
			: sprintf(
					/* translators: %s: a time, for example “15:00”. */
					__( 'Next automatic try at %s.', 'headless-deploy' ),
					clockTime( nextTryAt, nowMs, timeZone )
				);
	const sinceWhen =
		reason !== 'person' || since === null
			? ''
			: sprintf(
					/* translators: %s: a time, for example “14:02”. */
					__( 'Since %s.', 'headless-deploy' ),
					clockTime( since, nowMs, timeZone )
				);
	const count = pendingChanges( environment );
	const kept = sprintf(
		/* translators: %s: for example “2 changes”. */
		__( '%s counted.', 'headless-deploy' ),
		changesInWords( count )
	);
	return {
		symbol: 'paused',
		headline: pauseHeadline( { reason, by } ),
		detail: [
			sinceWhen,
			PAUSE_DETAILS[ reason ](),
			count > 0 ? kept : '',
			next,
		]
			.filter( ( part ) => part !== '' )
			.join( ' ' ),
		countdown: null,
	};
}
