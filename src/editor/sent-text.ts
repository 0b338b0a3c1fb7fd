import { __, sprintf } from '../panel/i18n.ts';
import type { Action } from '../shared/actions.ts';
import { duration } from '../panel/labels/time.ts';
import type { Moment } from './post-moment.ts';
import { wallTime } from './wall-time.ts';

function rebuildSentence( kind: Moment[ 'kind' ], atOnce: boolean ): string {
	if ( kind === 'schedule' ) {
		/* translators: 1: name of an environment, 2: a date and time. */
		return __(
			'%1$s is rebuilt when this is published on %2$s.',
			'headless-deploy'
		);
	}
	if ( kind === 'update' ) {
		return atOnce
			? __(
					'The front end is rebuilt as soon as you save.',
					'headless-deploy'
				)
			: /* translators: %s: a time, for example “10 s”. */
				__(
					'The front end is rebuilt %s after you save.',
					'headless-deploy'
				);
	}
	return atOnce
		? /* translators: %s: name of an environment. */
			__( '%s is rebuilt as soon as you publish.', 'headless-deploy' )
		: /* translators: 1: name of an environment, 2: a time, for example “10 s”. */
			__( '%1$s is rebuilt %2$s after you publish.', 'headless-deploy' );
}

function purgeSentence( kind: Moment[ 'kind' ], atOnce: boolean ): string {
	if ( kind === 'schedule' ) {
		/* translators: 1: name of an environment, 2: a date and time. */
		return __(
			'The cache of %1$s is purged when this is published on %2$s.',
			'headless-deploy'
		);
	}
	if ( kind === 'update' ) {
		return atOnce
			? __(
					'The cache is purged as soon as you save.',
					'headless-deploy'
				)
			: /* translators: %s: a time, for example “10 s”. */
				__(
					'The cache is purged %s after you save.',
					'headless-deploy'
				);
	}
	return atOnce
		? /* translators: %s: name of an environment. */
			__(
				'The cache of %s is purged as soon as you publish.',
				'headless-deploy'
			)
		: /* translators: 1: name of an environment, 2: a time, for example “10 s”. */
			__(
				'The cache of %1$s is purged %2$s after you publish.',
				'headless-deploy'
			);
}

/**
 * Says what is sent by itself, and when.
 *
 * @param afterSeconds So many seconds after the save; 0 for at once.
 * @param label        Name of the environment.
 * @param moment       What the next save comes to.
 */
export function sentInWords(
	action: Action,
	afterSeconds: number,
	label: string,
	moment: Moment
): string {
	// A Clean Rebuild is a rebuild to an author: how it is built is for others.
	const sentence = action === 'purgeCache' ? purgeSentence : rebuildSentence;
	const when =
		moment.kind === 'schedule'
			? wallTime( moment.at )
			: duration( afterSeconds * 1_000 );
	const words = sentence( moment.kind, afterSeconds === 0 );
	return moment.kind === 'update'
		? sprintf( words, when )
		: sprintf( words, label, when );
}
