import { __, _n, sprintf } from '../panel/i18n.ts';
import type { StateSymbol } from '../shared/wire.ts';
import type { Plan } from './plan.ts';
import type { Moment } from './post-moment.ts';
import { sentInWords } from './sent-text.ts';
import { wallTime } from './wall-time.ts';

/** What will happen, as one line says it. */
export interface PlanWords {
	symbol: StateSymbol;
	text: string;
}

function stateInWords( kind: 'held' | 'paused' ): string {
	return kind === 'held'
		? /* translators: %s: name of an environment. */
			__( '%s is held.', 'headless-deploy' )
		: /* translators: %s: name of an environment. */
			__( '%s is paused.', 'headless-deploy' );
}

function waitingInWords(
	{ kind, count }: Extract< Plan, { kind: 'held' | 'paused' } >,
	label: string,
	moment: Moment
): string {
	if ( moment.kind === 'update' && kind === 'held' ) {
		return __(
			'Updates are held. Press Rebuild to deploy.',
			'headless-deploy'
		);
	}
	const which =
		moment.kind === 'schedule'
			? sprintf(
					/* translators: %s: a date and time. */
					__(
						'This becomes an unpublished change on %s.',
						'headless-deploy'
					),
					wallTime( moment.at )
				)
			: sprintf(
					/* translators: %d: number of changes. */
					_n(
						'This makes %d unpublished change.',
						'This makes %d unpublished changes.',
						count,
						'headless-deploy'
					),
					count
				);
	return `${ sprintf( stateInWords( kind ), label ) } ${ which }`;
}

function unreachableInWords( reason: 'token' | 'url', mends: boolean ): string {
	if ( reason === 'token' ) {
		return mends
			? /* translators: %s: name of an environment. */
				__(
					'%s cannot be reached until you replace the webhook URL.',
					'headless-deploy'
				)
			: /* translators: %s: name of an environment. */
				__(
					'%s cannot be reached: an administrator has to replace the webhook URL.',
					'headless-deploy'
				);
	}
	return mends
		? /* translators: %s: name of an environment. */
			__(
				'%s cannot be reached until you paste a new webhook URL.',
				'headless-deploy'
			)
		: /* translators: %s: name of an environment. */
			__(
				'%s cannot be reached: an administrator has to paste a new webhook URL.',
				'headless-deploy'
			);
}

function reasonInWords(
	why: Extract< Plan, { kind: 'nothing' } >[ 'why' ]
): string {
	switch ( why ) {
		case 'policy':
			return __(
				'its automation leaves this kind of change out',
				'headless-deploy'
			);
		case 'copy':
			return __( 'this site is a copy', 'headless-deploy' );
		case 'disabled':
			return __(
				'it is switched off in wp-config.php',
				'headless-deploy'
			);
		case 'constant':
			return __(
				'what wp-config.php says about it is wrong',
				'headless-deploy'
			);
		case 'no_curl':
			return __(
				'this server’s PHP has no cURL extension',
				'headless-deploy'
			);
	}
}

function nothingInWords(
	{ why }: Extract< Plan, { kind: 'nothing' } >,
	label: string
): string {
	return sprintf(
		/* translators: 1: name of an environment, 2: why, for example “this site is a copy”. */
		__( 'Nothing is sent to %1$s: %2$s.', 'headless-deploy' ),
		label,
		reasonInWords( why )
	);
}

/**
 * Puts what will happen to an environment into a line.
 *
 * @param label  Name of the environment.
 * @param moment What the next save comes to.
 * @param mends  Whether the reader may paste a new webhook URL.
 */
export function planInWords(
	plan: Plan,
	label: string,
	moment: Moment,
	mends: boolean
): PlanWords {
	switch ( plan.kind ) {
		case 'sent':
			return {
				symbol: 'scheduled',
				text: sentInWords(
					plan.action,
					plan.afterSeconds,
					label,
					moment
				),
			};
		case 'held':
		case 'paused':
			return {
				symbol: plan.kind,
				text: waitingInWords( plan, label, moment ),
			};
		case 'unreachable':
			return {
				symbol: 'bad',
				text: sprintf(
					unreachableInWords( plan.reason, mends ),
					label
				),
			};
		case 'nothing':
			return {
				symbol: 'paused',
				text: nothingInWords( plan, label ),
			};
	}
}
