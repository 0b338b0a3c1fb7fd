import { __, sprintf } from '../admin/i18n.ts';
import type { Action } from '../shared/actions.ts';
import { duration } from '../admin/words/time.ts';
import type { Moment } from './post-moment.ts';
import { wallTime } from './wall-time.ts';

type Deed = 'rebuild' | 'purgeCache';

function onPublish( deed: Deed, label: string, after: string ): string {
	const words: Record< Deed, () => string > = {
		rebuild: () =>
			sprintf(
				/* translators: 1: name of an environment, 2: a time, for example “10 s”. */
				__(
					'%1$s is rebuilt %2$s after you publish.',
					'headless-deploy'
				),
				label,
				after
			),
		purgeCache: () =>
			sprintf(
				/* translators: 1: name of an environment, 2: a time, for example “10 s”. */
				__(
					'The cache of %1$s is purged %2$s after you publish.',
					'headless-deploy'
				),
				label,
				after
			),
	};
	return words[ deed ]();
}

function atOnceOnPublish( deed: Deed, label: string ): string {
	const words: Record< Deed, () => string > = {
		rebuild: () =>
			sprintf(
				/* translators: %s: name of an environment. */
				__(
					'%s is rebuilt as soon as you publish.',
					'headless-deploy'
				),
				label
			),
		purgeCache: () =>
			sprintf(
				/* translators: %s: name of an environment. */
				__(
					'The cache of %s is purged as soon as you publish.',
					'headless-deploy'
				),
				label
			),
	};
	return words[ deed ]();
}

function onUpdate( deed: Deed, after: string ): string {
	const words: Record< Deed, () => string > = {
		rebuild: () =>
			sprintf(
				/* translators: %s: a time, for example “10 s”. */
				__(
					'An update is rebuilt %s after you save.',
					'headless-deploy'
				),
				after
			),
		purgeCache: () =>
			sprintf(
				/* translators: %s: a time, for example “10 s”. */
				__(
					'An update purges the cache %s after you save.',
					'headless-deploy'
				),
				after
			),
	};
	return words[ deed ]();
}

function atOnceOnUpdate( deed: Deed ): string {
	const words: Record< Deed, () => string > = {
		rebuild: () =>
			__(
				'An update is rebuilt as soon as you save.',
				'headless-deploy'
			),
		purgeCache: () =>
			__(
				'An update purges the cache as soon as you save.',
				'headless-deploy'
			),
	};
	return words[ deed ]();
}

function onSchedule( deed: Deed, label: string, when: string ): string {
	const words: Record< Deed, () => string > = {
		rebuild: () =>
			sprintf(
				/* translators: 1: name of an environment, 2: a date and time. */
				__(
					'%1$s is rebuilt when this goes live on %2$s.',
					'headless-deploy'
				),
				label,
				when
			),
		purgeCache: () =>
			sprintf(
				/* translators: 1: name of an environment, 2: a date and time. */
				__(
					'The cache of %1$s is purged when this goes live on %2$s.',
					'headless-deploy'
				),
				label,
				when
			),
	};
	return words[ deed ]();
}

/**
 * Says what is sent by itself, and when.
 *
 * @param action       What is sent.
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
	const deed = action === 'purgeCache' ? 'purgeCache' : 'rebuild';
	if ( moment.kind === 'schedule' ) {
		return onSchedule( deed, label, wallTime( moment.at ) );
	}
	if ( moment.kind === 'update' ) {
		return afterSeconds === 0
			? atOnceOnUpdate( deed )
			: onUpdate( deed, duration( afterSeconds * 1_000 ) );
	}
	return afterSeconds === 0
		? atOnceOnPublish( deed, label )
		: onPublish( deed, label, duration( afterSeconds * 1_000 ) );
}
