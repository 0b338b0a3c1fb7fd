import { __, _x, sprintf } from '../../ui/i18n.ts';
import type {
	EnvironmentInput,
	EnvironmentSettings,
} from '../../shared/wire.ts';
import {
	conflictOf,
	differencesOf,
	type FieldLabels,
} from '../settings/conflict.ts';
import { type Details, DetailsFields } from './connection-fields.tsx';
import {
	type Extras,
	extrasInput,
	extrasOf,
	duplicateHeader,
} from './request-extras.ts';
import { ExtrasFields } from './request-extras-fields.tsx';
import { SavedForm } from '../settings/saved-form.tsx';
import { useDraft } from '../settings/use-draft.ts';
import { headerTwiceError } from '../settings/use-save.ts';
import { useEnvironmentSave } from '../settings/use-versioned-save.ts';

interface Props {
	environment: EnvironmentSettings;
	/** Takes the server's newest version, also when it is another user's. */
	onUpdate: ( updated: EnvironmentSettings ) => void;
	/** Called when it was saved or canceled. */
	onDone: () => void;
}

interface Draft extends Details {
	extras: Extras;
}

/** The fields that show their own errors. */
const FIELDS = [ 'label', 'frontEndUrl', 'headers', 'body' ] as const;

/** Finds the PHP constant that sets a field; null if the user does. */
export function lockOf(
	environment: EnvironmentSettings,
	field: string
): string | null {
	return environment.lockedFields.includes( field )
		? environment.lockedBy
		: null;
}

/** Whether a user may edit any field of this form. */
export function isEditable( environment: EnvironmentSettings ): boolean {
	const isGeneric = environment.provider === 'generic';
	return FIELDS.some(
		( field ) =>
			( isGeneric || field === 'label' || field === 'frontEndUrl' ) &&
			lockOf( environment, field ) === null
	);
}

function draftOf( environment: EnvironmentSettings ): Draft {
	const { label, frontEndUrl, webhook } = environment;
	return { label, frontEndUrl, extras: extrasOf( webhook ) };
}

function draftLabels(): FieldLabels< Draft > {
	const format = ( typed: string ) =>
		typed === ''
			? _x( 'None', 'an empty field', 'headless-deploy' )
			: typed;
	return {
		label: { name: __( 'Name', 'headless-deploy' ), format },
		frontEndUrl: { name: __( 'Front end', 'headless-deploy' ), format },
		extras: {
			name: __( 'Headers', 'headless-deploy' ),
			format: ( { rows } ) =>
				format( rows.map( ( { name } ) => name ).join( ', ' ) ),
		},
	};
}

/** Leaves out locked fields, which the server would reject. */
function inputOf(
	environment: EnvironmentSettings,
	{ extras, ...input }: Partial< Draft >
): EnvironmentInput {
	return Object.fromEntries(
		Object.entries( {
			...input,
			...( extras ? extrasInput( environment.webhook, extras ) : {} ),
		} ).filter( ( [ field ] ) => lockOf( environment, field ) === null )
	);
}

function useDetailsForm( { environment, onUpdate, onDone }: Props ) {
	const draft = useDraft< Draft >( draftOf( environment ) );
	const saving = useEnvironmentSave(
		environment,
		( updated ) =>
			/* translators: %s: name of an environment. */
			sprintf( __( '%s was saved.', 'headless-deploy' ), updated.label ),
		onUpdate
	);
	const { newerVersion } = saving;
	const submit = async ( put: typeof saving.save ) => {
		const input = inputOf( newerVersion ?? environment, draft.changed );
		if ( duplicateHeader( draft.values.extras.rows ) ) {
			saving.fail( headerTwiceError() );
		} else if (
			Object.keys( input ).length === 0 ||
			( await put( input ) )
		) {
			onDone();
		}
	};
	return { ...saving, draft, submit };
}

/** Edits the name and front-end URL of an environment, and the headers and body of a generic webhook. */
export function DetailsForm( props: Props ) {
	const { environment } = props;
	const form = useDetailsForm( props );
	const { draft, error, busy, submit, save } = form;
	const { label, frontEndUrl, extras } = draft.values;
	const errors = error?.fields ?? {};
	const lock = ( field: string ) => lockOf( environment, field );
	return (
		<SavedForm
			error={ error }
			busy={ busy }
			conflict={ conflictOf( form, ( newerVersion ) =>
				differencesOf( draft, draftOf( newerVersion ), draftLabels() )
			) }
			fields={ FIELDS }
			label={ __( 'Save', 'headless-deploy' ) }
			onSave={ () => void submit( save ) }
			onShowNewer={ () => form.showNewer( draft.reset ) }
			onSaveMine={ () => void submit( form.overwrite ) }
			onCancel={ props.onDone }
		>
			<DetailsFields
				focusOnMount
				details={ { label, frontEndUrl } }
				onChange={ ( details ) => {
					draft.set( 'label', details.label );
					draft.set( 'frontEndUrl', details.frontEndUrl );
				} }
				errors={ errors }
				lockOf={ lock }
			/>
			{ environment.provider === 'generic' && (
				<ExtrasFields
					extras={ extras }
					onChange={ ( typed ) => draft.set( 'extras', typed ) }
					errors={ errors }
					lockedBy={ {
						headers: lock( 'headers' ),
						body: lock( 'body' ),
					} }
				/>
			) }
		</SavedForm>
	);
}
