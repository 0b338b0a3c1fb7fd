import { __, _x, sprintf } from '../i18n.ts';
import type {
	EnvironmentInput,
	EnvironmentSettings,
} from '../../shared/wire.ts';
import { differencesOf, type FieldLabels } from '../settings/conflict.ts';
import { ConflictNotice } from '../settings/conflict-notice.tsx';
import { type Details, DetailsFields } from './details-fields.tsx';
import {
	type Extras,
	extrasInput,
	extrasOf,
	duplicateHeader,
} from './request-extras.ts';
import { ExtrasFields } from './request-extras-fields.tsx';
import { FormButtons } from '../settings/form-buttons.tsx';
import { FormError } from '../settings/form-error.tsx';
import { lockOf } from './locks.ts';
import { useDraft } from '../settings/use-draft.ts';
import { useEnvironmentSave } from '../settings/use-environment-save.ts';
import { headerTwiceError } from '../settings/use-save.ts';

interface Props {
	environment: EnvironmentSettings;
	/** Takes the server's fresh version, also when it is another user's. */
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

/** Collects what was changed; what is locked would be refused. */
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

function useDetailsForm( { environment, onFresh, onDone }: Props ) {
	const draft = useDraft< Draft >( draftOf( environment ) );
	const saving = useEnvironmentSave(
		environment,
		( fresh ) =>
			/* translators: %s: name of an environment. */
			sprintf( __( '%s was saved.', 'headless-deploy' ), fresh.label ),
		onFresh
	);
	const { theirs } = saving;
	const submit = async ( put: typeof saving.save ) => {
		const input = inputOf( theirs ?? environment, draft.changed );
		if ( duplicateHeader( draft.values.extras.rows ) ) {
			saving.fail( headerTwiceError() );
		} else if (
			Object.keys( input ).length === 0 ||
			( await put( input ) )
		) {
			onDone();
		}
	};
	const showNewer = async () => {
		if ( await saving.showNewer() ) {
			draft.reset();
		}
	};
	return { ...saving, draft, submit, showNewer };
}

/** Says what went wrong where no field says it. */
function SaveProblem( form: ReturnType< typeof useDetailsForm > ) {
	const { error, busy, draft, theirs, submit, overwrite, showNewer } = form;
	if ( error === null || SHOWN.some( ( field ) => error.fields[ field ] ) ) {
		return null;
	}
	return error.conflict ? (
		<ConflictNotice
			conflict={ {
				saved: theirs?.lastSaved ?? null,
				differences:
					theirs &&
					differencesOf( draft, draftOf( theirs ), draftLabels() ),
			} }
			busy={ busy }
			onShowNewer={ () => void showNewer() }
			onSaveMine={ () => void submit( overwrite ) }
		/>
	) : (
		<FormError text={ error.message } />
	);
}

/**
 * Changes the name and the front-end address of an environment, and what is sent along to a plain POST address.
 */
export function DetailsForm( props: Props ) {
	const { environment } = props;
	const form = useDetailsForm( props );
	const { draft, error, busy, submit, save } = form;
	const { label, frontEndUrl, extras } = draft.values;
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
			<SaveProblem { ...form } />
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
			<FormButtons
				label={ __( 'Save', 'headless-deploy' ) }
				busy={ busy }
				onCancel={ props.onDone }
			/>
		</form>
	);
}
