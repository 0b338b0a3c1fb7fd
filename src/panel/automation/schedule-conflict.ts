import type { EnvironmentSettings } from '../../shared/wire.ts';
import { __ } from '../i18n.ts';
import type { Difference } from '../settings/conflict.ts';
import type { Draft } from '../settings/use-draft.ts';
import { type ScheduleFields, scheduleInput } from './schedule-form.ts';
import { scheduleText } from './schedule-text.ts';

/**
 * Says what is done when: “Clean Rebuild every day at 03:00”.
 *
 * @param fields As typed, without problems.
 */
export function fieldsText( fields: ScheduleFields ): string {
	const { time = '', weekday, day } = scheduleInput( fields );
	return scheduleText( {
		...fields,
		time,
		weekday: weekday ?? null,
		day: day ?? null,
	} );
}

/**
 * Lays what is typed over what another user saved: what is typed counts, what was not touched stays theirs.
 *
 * @param theirs What they saved; null where that is not known.
 */
export function mergeDraft(
	draft: Draft< ScheduleFields >,
	theirs: ScheduleFields | null
): ScheduleFields {
	return { ...( theirs ?? draft.values ), ...draft.changed };
}

/**
 * Says what another user has changed of a schedule, and what saving this one would make of it.
 *
 * @param environments Those to choose among.
 */
export function scheduleDifferences(
	draft: Draft< ScheduleFields >,
	theirs: ScheduleFields,
	environments: readonly Pick< EnvironmentSettings, 'id' | 'label' >[]
): Difference[] {
	const mine = mergeDraft( draft, theirs );
	const name = __( 'Name', 'headless-deploy' );
	const what = __( 'Action', 'headless-deploy' );
	const where = ( { environment }: ScheduleFields ) =>
		environments.find( ( { id } ) => id === environment )?.label ??
		environment;
	return [
		{
			name: __( 'Environment', 'headless-deploy' ),
			theirs: where( theirs ),
			mine: where( mine ),
		},
		{ name, theirs: theirs.label, mine: mine.label },
		{
			name: what,
			theirs: fieldsText( theirs ),
			mine: fieldsText( mine ),
		},
	].filter( ( one ) => one.theirs !== one.mine );
}
