import { Modal } from '@wordpress/components';
import { useRef } from '@wordpress/element';
import type { FormEvent } from 'react';
import { __, sprintf } from '../../ui/i18n.ts';
import type {
	EnvironmentSettings,
	Schedule,
	ScheduleInput,
} from '../../shared/wire.ts';
import { conflictOf } from '../settings/conflict.ts';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { SaveProblem } from '../settings/save-problem.tsx';
import {
	createSchedule,
	newestSchedule,
	updateSchedule,
} from '../settings/api.ts';
import { defaultAction, offeredActions } from './policy.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import {
	fieldsOf,
	fieldsText,
	mergeDraft,
	scheduleDifferences,
	scheduleInput,
	scheduleProblems,
	type ScheduleFields as Fields,
} from './schedule-form.ts';
import { timeZoneLabel } from '../../live/labels/time.ts';
import { useSiteTime } from '../settings/site-time.ts';
import { useDraft } from '../settings/use-draft.ts';
import { useVersionedSave } from '../settings/use-versioned-save.ts';

interface Props {
	/** Null for a new one. */
	schedule: Schedule | null;
	environments: readonly EnvironmentSettings[];
	/** The environment of a new one. */
	environment: EnvironmentSettings;
	onUpdate: ( updated: Schedule ) => void;
	/** Called when the list that is shown turned out to be old. */
	onStale: () => void;
	onClose: () => void;
}

/** The errors of a write and of a read of the newest version after another user removed the schedule. */
const GONE: readonly string[] = [
	'headless_deploy_unknown_schedule',
	'headless_deploy_gone',
];

function useScheduleSaving( { schedule, onUpdate }: Props ) {
	const isGone = useRef( false );
	const saving = useVersionedSave< Schedule, ScheduleInput >( {
		etag: schedule?.etag ?? '',
		put: ( etag, input ) =>
			schedule === null || isGone.current
				? createSchedule( input )
				: updateSchedule( schedule.id, etag, input ),
		newest: () => newestSchedule( schedule?.id ?? '' ),
		pick: ( data ) => data.schedule,
		onUpdate,
		successMessage: ( { label } ) =>
			/* translators: %s: name of a schedule. */
			sprintf( __( 'Schedule “%s” saved.', 'headless-deploy' ), label ),
	} );
	isGone.current ||= GONE.includes( saving.error?.code ?? '' );
	return { ...saving, isGone: isGone.current };
}

function useScheduleForm( props: Props ) {
	const { schedule, environment } = props;
	const action = defaultAction( offeredActions( environment ) );
	const draft = useDraft< Fields >(
		fieldsOf( schedule, { environment: environment.id, action } )
	);
	const saving = useScheduleSaving( props );
	const form = useRef< HTMLFormElement >( null );
	const problems = scheduleProblems( draft.values );
	const close = () => {
		if ( saving.isGone ) {
			props.onStale();
		}
		props.onClose();
	};
	const send = async ( put: typeof saving.save, values = draft.values ) => {
		if ( Object.keys( problems ).length > 0 ) {
			form.current
				?.querySelector< HTMLInputElement >( '[aria-invalid="true"]' )
				?.focus();
		} else if ( await put( scheduleInput( values ) ) ) {
			close();
		}
	};
	/** Keeps what the other user changed in fields that are not edited here. */
	const saveMine = () => {
		const newerVersion =
			saving.newerVersion &&
			fieldsOf( saving.newerVersion, draft.values );
		return send( saving.overwrite, mergeDraft( draft, newerVersion ) );
	};
	return {
		draft,
		saving,
		form,
		problems,
		send,
		saveMine,
		close,
	};
}

type Form = ReturnType< typeof useScheduleForm >;

/** Says why the schedule was not saved. */
function Problem( props: Form & Pick< Props, 'environments' > ) {
	const { draft, saving, saveMine, environments } = props;
	const { error, busy } = saving;
	const isGone = error !== null && GONE.includes( error.code );
	const goneText = __(
		'Not saved. Another user removed this schedule while you were editing. Your entries are kept.',
		'headless-deploy'
	);
	return (
		<SaveProblem
			error={ isGone ? { ...error, message: goneText } : error }
			busy={ busy }
			conflict={ conflictOf( saving, ( newer ) =>
				scheduleDifferences(
					draft,
					fieldsOf( newer, draft.values ),
					environments
				)
			) }
			fields={ [ 'label', 'time' ] }
			onShowNewer={ () => saving.showNewer( draft.reset ) }
			onSaveMine={ () => void saveMine() }
		/>
	);
}

function effectOf( { draft, problems }: Form, timeZone: string ): string {
	return Object.keys( problems ).length > 0
		? ''
		: sprintf(
				/* translators: 1: what is done when, for example “Rebuild every day at 03:00”, 2: a time zone. */
				__( '%1$s (%2$s).', 'headless-deploy' ),
				fieldsText( draft.values ),
				timeZoneLabel( timeZone )
			);
}

/** Adds a schedule, or changes one. */
export function ScheduleModal( props: Props ) {
	const { schedule, environments } = props;
	const { timeZone } = useSiteTime();
	const form = useScheduleForm( props );
	const { draft, saving, problems, close } = form;
	const submit = ( event: FormEvent ) => {
		event.preventDefault();
		if ( saving.error?.isConflict !== true ) {
			void form.send( saving.save );
		}
	};
	return (
		<Modal
			className="headless-deploy-modal headless-deploy-schedule"
			size="medium"
			title={
				schedule === null
					? __( 'Add schedule', 'headless-deploy' )
					: __( 'Edit schedule', 'headless-deploy' )
			}
			shouldCloseOnClickOutside={ draft.count === 0 }
			onRequestClose={ close }
		>
			<form ref={ form.form } onSubmit={ submit } noValidate>
				<Problem { ...form } environments={ environments } />
				<ScheduleFields
					fields={ draft.values }
					set={ draft.set }
					errors={ { ...saving.error?.fields, ...problems } }
					environments={ environments }
					isNew={ schedule === null }
				/>
				<p className="headless-deploy-timing__effect">
					{ effectOf( form, timeZone ) }
				</p>
				<FormButtons
					label={
						saving.isGone
							? __( 'Add as a new schedule', 'headless-deploy' )
							: __( 'Save', 'headless-deploy' )
					}
					busy={ saving.busy }
					onCancel={ close }
				/>
			</form>
		</Modal>
	);
}
