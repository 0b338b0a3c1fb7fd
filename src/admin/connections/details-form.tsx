import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '../i18n.ts';
import type {
	EnvironmentInput,
	EnvironmentSettings,
} from '../../shared/wire.ts';
import { useUnsavedGuard } from '../automation/use-unsaved-guard.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { type Details, DetailsFields } from './details-fields.tsx';
import { type Extras, extrasInput, extrasOf, secondOfTwo } from './extras.ts';
import { ExtrasFields } from './extras-fields.tsx';
import { FormButtons } from './form-buttons.tsx';
import { FormError } from './form-error.tsx';
import { lockOf } from './locks.ts';
import { useEnvironmentSave } from './use-environment-save.ts';
import { headerTwiceError } from './use-save.ts';

interface Props {
	environment: EnvironmentSettings;
	/** Takes the server's fresh version, also when it is somebody else's. */
	onFresh: ( fresh: EnvironmentSettings ) => void;
	/** Called when it was saved, and when it was given up. */
	onDone: () => void;
}

interface Draft extends Details {
	extras: Extras;
}

/** Fields that show their own errors. */
const SHOWN = [ 'label', 'frontEndUrl', 'headers', 'body' ];

function draftOf( environment: EnvironmentSettings ): Draft {
	const { label, frontEndUrl, webhook } = environment;
	return { label, frontEndUrl, extras: extrasOf( webhook ) };
}

/**
 * Keeps what is typed, until somebody asks for the version that another person saved.
 * @param environment
 */
function useDraft( environment: EnvironmentSettings ) {
	const [ draft, setDraft ] = useState( () => draftOf( environment ) );
	const [ isNewerShown, setNewerShown ] = useState( false );
	useEffect( () => {
		if ( isNewerShown ) {
			setDraft( draftOf( environment ) );
			setNewerShown( false );
		}
	}, [ environment, isNewerShown ] );
	return { draft, setDraft, takeNewer: () => setNewerShown( true ) };
}

/**
 * Collects what may be changed here; what is locked would be refused.
 * @param environment
 * @param draft
 * @param draft.label
 * @param draft.frontEndUrl
 * @param draft.extras
 */
function inputOf(
	environment: EnvironmentSettings,
	{ label, frontEndUrl, extras }: Draft
): EnvironmentInput {
	const input: EnvironmentInput = {
		label,
		frontEndUrl,
		...( environment.provider === 'generic'
			? extrasInput( environment.webhook, extras )
			: {} ),
	};
	return Object.fromEntries(
		Object.entries( input ).filter(
			( [ field ] ) => lockOf( environment, field ) === null
		)
	);
}

function isDirty( environment: EnvironmentSettings, draft: Draft ): boolean {
	return JSON.stringify( draftOf( environment ) ) !== JSON.stringify( draft );
}

function useDetailsForm( { environment, onFresh, onDone }: Props ) {
	const { draft, setDraft, takeNewer } = useDraft( environment );
	const saving = useEnvironmentSave(
		environment,
		( fresh ) =>
			/* translators: %s: name of an environment. */
			sprintf( __( '%s was saved.', 'headless-deploy' ), fresh.label ),
		onFresh
	);
	useUnsavedGuard( isDirty( environment, draft ) );
	const submit = async ( put: typeof saving.save ) => {
		if ( secondOfTwo( draft.extras.rows ) ) {
			saving.fail( headerTwiceError() );
		} else if ( await put( inputOf( environment, draft ) ) ) {
			onDone();
		}
	};
	const showNewer = async () => {
		await saving.showNewer();
		takeNewer();
	};
	return { ...saving, draft, setDraft, submit, showNewer };
}

/**
 * Says what went wrong where no field says it.
 * @param form
 */
function Trouble( form: ReturnType< typeof useDetailsForm > ) {
	const { error, busy, submit, overwrite, showNewer } = form;
	if ( error === null || SHOWN.some( ( field ) => error.fields[ field ] ) ) {
		return null;
	}
	return error.conflict ? (
		<ConflictNotice
			busy={ busy }
			onShowNewer={ () => void showNewer() }
			onSaveMine={ () => void submit( overwrite ) }
		/>
	) : (
		<FormError words={ error.message } />
	);
}

/**
 * Changes the name and the front-end address of an environment, and what is sent along to a plain POST address.
 *
 * @param props See Props.
 */
export function DetailsForm( props: Props ) {
	const { environment } = props;
	const form = useDetailsForm( props );
	const { draft, setDraft, error, busy, submit, save } = form;
	const errors = error?.fields ?? {};
	const lock = ( field: string ) => lockOf( environment, field );
	return (
		<form
			onSubmit={ ( event ) => {
				event.preventDefault();
				void submit( save );
			} }
			noValidate
		>
			<Trouble { ...form } />
			<DetailsFields
				focusOnMount
				details={ draft }
				onChange={ ( details ) => setDraft( { ...draft, ...details } ) }
				errors={ errors }
				lockOf={ lock }
			/>
			{ environment.provider === 'generic' && (
				<ExtrasFields
					extras={ draft.extras }
					onChange={ ( extras ) => setDraft( { ...draft, extras } ) }
					errors={ errors }
					lockedBy={ {
						headers: lock( 'headers' ),
						body: lock( 'body' ),
					} }
				/>
			) }
			<FormButtons
				label={ __( 'Save', 'headless-deploy' ) }
				busy={ busy }
				onCancel={ props.onDone }
			/>
		</form>
	);
}
