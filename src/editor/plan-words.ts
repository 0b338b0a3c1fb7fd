import { __, sprintf } from '../admin/i18n.ts';
import type { StateSymbol } from '../admin/words/description.ts';
import { ordinal } from './ordinal.ts';
import type { Plan } from './plan.ts';
import type { Moment } from './post-moment.ts';
import { sentInWords } from './sent-words.ts';
import { wallTime } from './wall-time.ts';

/** What will happen, as one line says it. */
export interface PlanWords {
	symbol: StateSymbol;
	text: string;
}

function stateInWords( kind: 'held' | 'paused', label: string ): string {
	return kind === 'held'
		? sprintf(
				/* translators: %s: name of an environment. */
				__( '%s is held.', 'headless-deploy' ),
				label
			)
		: sprintf(
				/* translators: %s: name of an environment. */
				__( '%s is paused.', 'headless-deploy' ),
				label
			);
}

function waitingInWords(
	{ kind, count }: Extract< Plan, { kind: 'held' | 'paused' } >,
	label: string,
	moment: Moment
): string {
	if ( moment.kind === 'update' && kind === 'held' ) {
		return __(
			'An update waits until somebody presses Rebuild.',
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
					/* translators: %s: which one, for example “8th”. */
					__(
						'This is its %s unpublished change.',
						'headless-deploy'
					),
					ordinal( count )
				);
	return `${ stateInWords( kind, label ) } ${ which }`;
}

function unreachableForMender(
	reason: 'token' | 'url',
	label: string
): string {
	return reason === 'token'
		? sprintf(
				/* translators: %s: name of an environment. */
				__(
					'%s cannot be reached until you replace the token.',
					'headless-deploy'
				),
				label
			)
		: sprintf(
				/* translators: %s: name of an environment. */
				__(
					'%s cannot be reached until you paste a new webhook URL.',
					'headless-deploy'
				),
				label
			);
}

function unreachableForOthers(
	reason: 'token' | 'url',
	label: string
): string {
	return reason === 'token'
		? sprintf(
				/* translators: %s: name of an environment. */
				__(
					'%s cannot be reached: an administrator has to replace the token.',
					'headless-deploy'
				),
				label
			)
		: sprintf(
				/* translators: %s: name of an environment. */
				__(
					'%s cannot be reached: an administrator has to paste a new webhook URL.',
					'headless-deploy'
				),
				label
			);
}

function reasonInWords( why: Extract< Plan, { kind: 'nothing' } >[ 'why' ] ) {
	const words = {
		policy: () =>
			__(
				'its automation leaves this kind of change out',
				'headless-deploy'
			),
		copy: () => __( 'this site is a copy', 'headless-deploy' ),
		disabled: () =>
			__( 'it is switched off in wp-config.php', 'headless-deploy' ),
		constant: () =>
			__(
				'what wp-config.php says about it is wrong',
				'headless-deploy'
			),
	};
	return words[ why ]();
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
 * @param plan   What will happen.
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
				text: mends
					? unreachableForMender( plan.reason, label )
					: unreachableForOthers( plan.reason, label ),
			};
		case 'nothing':
			return {
				symbol: 'paused',
				text: nothingInWords( plan, label ),
			};
	}
}
