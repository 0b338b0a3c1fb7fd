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
						'It will have %d unpublished change.',
						'It will have %d unpublished changes.',
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
					'Nothing is sent to %s until you replace the webhook URL.',
					'headless-deploy'
				)
			: /* translators: %s: name of an environment. */
				__(
					'Nothing is sent to %s until an administrator replaces the webhook URL.',
					'headless-deploy'
				);
	}
	return mends
		? /* translators: %s: name of an environment. */
			__(
				'Nothing is sent to %s until you paste the webhook URL again.',
				'headless-deploy'
			)
		: /* translators: %s: name of an environment. */
			__(
				'Nothing is sent to %s until an administrator pastes the webhook URL again.',
				'headless-deploy'
			);
}

function nothingInWords(
	why: Extract< Plan, { kind: 'nothing' } >[ 'why' ]
): string {
	switch ( why ) {
		case 'policy':
			/* translators: %s: name of an environment. */
			return __(
				'Nothing is sent to %s: its automation ignores changes to content.',
				'headless-deploy'
			);
		case 'copy':
			/* translators: %s: name of an environment. */
			return __(
				'Nothing is sent to %s: this site is a copy.',
				'headless-deploy'
			);
		case 'disabled':
			/* translators: %s: name of an environment. */
			return __(
				'Nothing is sent to %s: HEADLESS_DEPLOY_DISABLED is set in wp-config.php.',
				'headless-deploy'
			);
		case 'constant':
			/* translators: %s: name of an environment. */
			return __(
				'Nothing is sent to %s: its entry in wp-config.php is not valid.',
				'headless-deploy'
			);
		case 'no_curl':
			/* translators: %s: name of an environment. */
			return __(
				'Nothing is sent to %s: PHP’s cURL extension is missing on this server.',
				'headless-deploy'
			);
	}
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
				text: sprintf( nothingInWords( plan.why ), label ),
			};
	}
}
