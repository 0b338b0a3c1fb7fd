import { Modal, Notice } from '@wordpress/components';
import { useRef } from '@wordpress/element';
import type { FormEvent } from 'react';
import { __, sprintf } from '../i18n.ts';
import type {
	EnvironmentSettings,
	Schedule,
	ScheduleInput,
} from '../../shared/wire.ts';
import { ConflictNotice } from '../settings/conflict-notice.tsx';
import { FormButtons } from '../settings/form-buttons.tsx';
import { createSchedule, updateSchedule } from './api.ts';
import { newestSchedule } from '../settings/newest-version.ts';
import { defaultAction, offeredActions } from './policy.ts';
import {
	fieldsText,
	mergeDraft,
	scheduleDifferences,
} from './schedule-conflict.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import {
	fieldsOf,
	scheduleInput,
	scheduleProblems,
	type ScheduleFields as Fields,
} from './schedule-form.ts';
import { timeZoneLabel } from './schedule-text.ts';
import { useDraft } from '../settings/use-draft.ts';
import { useVersionedSave } from '../settings/use-versioned-save.ts';

interface Props {
	/** Null for a new one. */
	schedule: Schedule | null;
	environments: readonly EnvironmentSettings[];
	/** For whom a new one is. */
	environment: EnvironmentSettings;
	timeZone: string;
	onFresh: ( fresh: Schedule ) => void;
	/** Called when the list that is shown turned out to be old. */
	onStale: () => void;
	onClose: () => void;
}

/** What says that a user has removed the schedule: the write, or the look at the newest version. */
const GONE: readonly string[] = [
	'headless_deploy_unknown_schedule',
	'headless_deploy_gone',
];

function useScheduleSaving( { schedule, onFresh }: Props ) {
	const isGone = useRef( false );
	const saving = useVersionedSave< Schedule, ScheduleInput >( {
		etag: schedule?.etag ?? '',
		put: ( etag, input ) =>
			schedule === null || isGone.current
				? createSchedule( input )
				: updateSchedule( schedule.id, etag, input ),
		newest: () => newestSchedule( schedule?.id ?? '' ),
		pick: ( data ) => data.schedule,
		onFresh,
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
	const theirs = saving.theirs && fieldsOf( saving.theirs, draft.values );
	/** Keeps what they changed where nothing is typed here. */
	const saveMine = () =>
		send( saving.overwrite, mergeDraft( draft, theirs ) );
	const showNewer = async () => {
		if ( await saving.showNewer() ) {
			draft.reset();
		}
	};
	return {
		draft,
		saving,
		form,
		problems,
		send,
		theirs,
		saveMine,
		showNewer,
		close,
	};
}

type Form = ReturnType< typeof useScheduleForm >;

function SaveProblem( props: Form & Pick< Props, 'environments' > ) {
	const { draft, saving, theirs, saveMine, showNewer, environments } = props;
	const { error, busy } = saving;
	if ( error?.conflict ) {
		return (
			<ConflictNotice
				conflict={ {
					saved: saving.theirs?.lastSaved ?? null,
					differences:
						theirs &&
						scheduleDifferences( draft, theirs, environments ),
				} }
				busy={ busy }
				onShowNewer={ () => void showNewer() }
				onSaveMine={ () => void saveMine() }
			/>
		);
	}
	const named = Object.keys( error?.fields ?? {} );
	const shown: readonly string[] = [ 'label', 'time' ];
	const isShownAtField =
		named.length > 0 && named.every( ( name ) => shown.includes( name ) );
	return error === null || isShownAtField ? null : (
		<Notice
			className="headless-deploy-notice"
			status="error"
			isDismissible={ false }
		>
			{ GONE.includes( error.code )
				? __(
						'Not saved. Another user removed this schedule while you were editing. Your entries are kept.',
						'headless-deploy'
					)
				: error.message }
		</Notice>
	);
}

function effectOf( { draft, problems }: Form, timeZone: string ): string {
	const { values } = draft;
	if ( Object.keys( problems ).length > 0 ) {
		return '';
	}
	return sprintf(
		/* translators: 1: what is done when, for example “Rebuild every day at 03:00”, 2: a time zone. */
		__( '%1$s (%2$s).', 'headless-deploy' ),
		fieldsText( values ),
		timeZoneLabel( timeZone )
	);
}

/** Adds a schedule, or changes one. */
export function ScheduleModal( props: Props ) {
	const { schedule, environments, timeZone } = props;
	const form = useScheduleForm( props );
	const { draft, saving, problems, close } = form;
	const submit = ( event: FormEvent ) => {
		event.preventDefault();
		if ( saving.error?.conflict !== true ) {
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
				<SaveProblem { ...form } environments={ environments } />
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
