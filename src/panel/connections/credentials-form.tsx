import { useEffect, useState } from '@wordpress/element';
import { __ } from '../i18n.ts';
import type { Credentials, CredentialsInput } from '../../shared/wire.ts';
import { useUnsavedGuard } from '../settings/use-unsaved-guard.ts';
import { ConflictNotice } from '../settings/conflict-notice.tsx';
import { FormButtons } from '../settings/form-buttons.tsx';
import { FormError } from '../settings/form-error.tsx';
import { MASK } from './request-extras.ts';
import { TextField } from './text-field.tsx';
import type { useCredentials } from './use-credentials.ts';
import type { SaveError } from '../settings/use-save.ts';

const CONSTANTS = {
	apiUrl: 'HEADLESS_DEPLOY_API_URL',
	user: 'HEADLESS_DEPLOY_API_USER',
	password: 'HEADLESS_DEPLOY_API_PASSWORD',
} as const;

type Field = keyof typeof CONSTANTS;

interface Props {
	credentials: Credentials | null;
	/** The address that is meant when none is entered. */
	usualUrl: string;
	form: ReturnType< typeof useCredentials >;
	/** Checks what was saved; the form stays open when the platform refuses it. */
	onSaved: () => Promise< void >;
	onCancel: () => void;
}

type Typed = Record< Field, string >;

/**
 * The words for each field; an address that may not be called is refused by the rules of all addresses.
 */
function fieldErrors( error: SaveError | null ): Record< string, string > {
	return error?.code.startsWith( 'headless_deploy_url_' )
		? { apiUrl: error.message }
		: ( error?.fields ?? {} );
}

function inputOf( typed: Typed, locked: readonly Field[] ): CredentialsInput {
	const fields = Object.entries( typed ).filter(
		( [ field, value ] ) =>
			! locked.includes( field as Field ) &&
			( field !== 'password' || value !== '' )
	);
	return Object.fromEntries( fields );
}

interface FieldsProps extends Pick< Props, 'credentials' > {
	typed: Typed;
	setTyped: ( typed: Typed ) => void;
	errors: Record< string, string >;
}

function Fields( { credentials, typed, setTyped, errors }: FieldsProps ) {
	const locked = credentials?.lockedFields ?? [];
	const first = ( [ 'user', 'password', 'apiUrl' ] as const ).find(
		( field ) => ! locked.includes( field )
	);
	const common = ( field: Field ) => ( {
		value: typed[ field ],
		onChange: ( value: string ) =>
			setTyped( { ...typed, [ field ]: value } ),
		error: errors[ field ],
		lockedBy: locked.includes( field ) ? CONSTANTS[ field ] : null,
		focusOnMount: field === first,
	} );
	const isKept = credentials?.hasPassword === true;
	return (
		<>
			<TextField
				{ ...common( 'user' ) }
				label={ __( 'API user', 'headless-deploy' ) }
				help={ __(
					'Create an API user in the portal under API access. Do not use your own login.',
					'headless-deploy'
				) }
			/>
			<TextField
				{ ...common( 'password' ) }
				isSecret
				label={ __( 'API password', 'headless-deploy' ) }
				placeholder={ isKept ? MASK : '' }
				help={
					isKept
						? __(
								'Stored encrypted. Leave it empty to keep the current password.',
								'headless-deploy'
							)
						: __(
								'Stored encrypted. It cannot be displayed again.',
								'headless-deploy'
							)
				}
			/>
			<TextField
				{ ...common( 'apiUrl' ) }
				isUrl
				label={ __( 'API URL', 'headless-deploy' ) }
				placeholder="https://"
			/>
		</>
	);
}

function useTyped( { credentials, usualUrl }: Props ) {
	const typedOf = (): Typed => ( {
		apiUrl: credentials?.apiUrl || usualUrl,
		user: credentials?.user ?? '',
		password: '',
	} );
	const [ typed, setTyped ] = useState( typedOf );
	const [ isNewerShown, setNewerShown ] = useState( false );
	useEffect( () => {
		if ( isNewerShown ) {
			setTyped( typedOf() );
			setNewerShown( false );
		}
		// eslint-disable-next-line react-hooks/exhaustive-deps -- it reads the version that was asked for.
	}, [ isNewerShown, credentials ] );
	useUnsavedGuard( JSON.stringify( typedOf() ) !== JSON.stringify( typed ) );
	return { typed, setTyped, takeNewer: () => setNewerShown( true ) };
}

/**
 * Asks for the API user of the hosting platform; what is typed stays when it is refused.
 */
export function CredentialsForm( props: Props ) {
	const { credentials, form, onSaved, onCancel } = props;
	const { typed, setTyped, takeNewer } = useTyped( props );
	const { error, failed } = form;
	const [ isSaved, setSaved ] = useState( false );
	const refused =
		isSaved && form.busy === null && credentials?.works === false
			? credentials.message
			: '';
	const errors = failed === 'save' ? fieldErrors( error ) : {};
	const isShown = Object.keys( CONSTANTS ).some( ( name ) => errors[ name ] );
	const submit = async ( put: typeof form.save ) => {
		if ( await put( inputOf( typed, credentials?.lockedFields ?? [] ) ) ) {
			setSaved( true );
			await onSaved();
		}
	};
	const showNewer = async () => {
		if ( await form.showNewer() ) {
			takeNewer();
		}
	};
	return (
		<form
			onSubmit={ ( event ) => {
				event.preventDefault();
				void submit( form.save );
			} }
			noValidate
		>
			{ error?.conflict && (
				<ConflictNotice
					conflict={ {
						saved: error.data.credentials?.lastSaved ?? null,
						differences: null,
					} }
					busy={ form.busy !== null }
					onShowNewer={ () => void showNewer() }
					onSaveMine={ () => void submit( form.overwrite ) }
				/>
			) }
			{ error && ! error.conflict && ! isShown && (
				<FormError text={ error.message } />
			) }
			{ refused !== '' && error === null && (
				<FormError text={ refused } />
			) }
			<Fields { ...{ credentials, typed, setTyped, errors } } />
			<FormButtons
				label={ __( 'Save and check', 'headless-deploy' ) }
				busy={ form.busy !== null }
				onCancel={ onCancel }
			/>
		</form>
	);
}
