import { useState } from '@wordpress/element';
import { __ } from '../../ui/i18n.ts';
import { MASK } from '../../shared/server-facts.ts';
import type { Credentials, CredentialsInput } from '../../shared/wire.ts';
import { type Draft, useDraft } from '../settings/use-draft.ts';
import { SavedForm } from '../settings/saved-form.tsx';
import { TextField } from '../settings/fields.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
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
	/** The API URL if none is entered. */
	usualUrl: string;
	form: ReturnType< typeof useCredentials >;
	/** Checks the saved credentials; the form stays open if the platform rejects them. */
	onSaved: () => Promise< void >;
	onCancel: () => void;
}

type Typed = Record< Field, string >;

/** Messages by field; a URL that must not be called is rejected by the rules for all URLs. */
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
	draft: Draft< Typed >;
	errors: Record< string, string >;
}

function Fields( { credentials, draft, errors }: FieldsProps ) {
	const locked = credentials?.lockedFields ?? [];
	const first = ( [ 'user', 'password', 'apiUrl' ] as const ).find(
		( field ) => ! locked.includes( field )
	);
	const common = ( field: Field ) => ( {
		value: draft.values[ field ],
		onChange: ( value: string ) => draft.set( field, value ),
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

export function CredentialsForm( props: Props ) {
	const { credentials, usualUrl, form, onSaved, onCancel } = props;
	const draft = useDraft< Typed >( {
		apiUrl: credentials?.apiUrl || usualUrl,
		user: credentials?.user ?? '',
		password: '',
	} );
	const { error, failed } = form;
	const [ isSaved, setSaved ] = useState( false );
	const refused =
		isSaved && form.busy === null && credentials?.works === false
			? credentials.message
			: '';
	const errors = failed === 'save' ? fieldErrors( error ) : {};
	const submit = async ( put: typeof form.save ) => {
		const locked = credentials?.lockedFields ?? [];
		if ( await put( inputOf( draft.values, locked ) ) ) {
			setSaved( true );
			await onSaved();
		}
	};
	return (
		<SavedForm
			error={ error && { ...error, fields: errors } }
			busy={ form.busy !== null }
			conflict={
				error?.isConflict
					? {
							saved: error.data.credentials?.lastSaved ?? null,
							differences: null,
						}
					: null
			}
			fields={ Object.keys( CONSTANTS ) }
			label={ __( 'Save and check', 'headless-deploy' ) }
			onSave={ () => void submit( form.save ) }
			onShowNewer={ () => form.showNewer( draft.reset ) }
			onSaveMine={ () => void submit( form.overwrite ) }
			onCancel={ onCancel }
		>
			{ refused !== '' && error === null && (
				<ErrorNotice error={ refused } />
			) }
			<Fields { ...{ credentials, draft, errors } } />
		</SavedForm>
	);
}
