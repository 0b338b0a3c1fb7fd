import { CheckboxControl } from '@wordpress/components';
import { __, _x } from '../../ui/i18n.ts';
import type {
	EnvironmentInput,
	EnvironmentSettings,
} from '../../shared/wire.ts';
import { generateRefreshSecret, updateEnvironment } from '../settings/api.ts';
import {
	conflictOf,
	differencesOf,
	type FieldLabels,
} from '../settings/conflict.ts';
import { LockedHint, TextField } from '../settings/fields.tsx';
import { SavedForm } from '../settings/saved-form.tsx';
import { type Draft, useDraft } from '../settings/use-draft.ts';
import {
	savedFor,
	useEnvironmentSave,
} from '../settings/use-versioned-save.ts';
import { lockOf } from './details-form.tsx';

export interface RefreshFormProps {
	environment: EnvironmentSettings;
	/** Takes the server's newest version, also when it is another user's. */
	onUpdate: ( updated: EnvironmentSettings ) => void;
	/** Receives the secret that was generated for a new URL. */
	onSecret: ( secret: string ) => void;
	/** Called when it was saved or canceled. */
	onDone: () => void;
}

interface Target {
	refreshUrl: string;
	refreshPurge: boolean;
}

function targetOf( { refresh }: EnvironmentSettings ): Target {
	return {
		refreshUrl: refresh?.url ?? '',
		refreshPurge: refresh?.purge ?? false,
	};
}

function purgeLabel(): string {
	return __(
		'Purge the cache after each refresh (for a CDN without cache groups)',
		'headless-deploy'
	);
}

function targetLabels(): FieldLabels< Target > {
	return {
		refreshUrl: {
			name: __( 'Refresh URL', 'headless-deploy' ),
			format: ( typed ) =>
				typed === ''
					? _x( 'None', 'an empty field', 'headless-deploy' )
					: typed,
		},
		refreshPurge: {
			name: purgeLabel(),
			format: ( isOn ) =>
				isOn
					? __( 'On', 'headless-deploy' )
					: __( 'Off', 'headless-deploy' ),
		},
	};
}

/** Whether requests can be sent to a URL but cannot be signed. */
export function lacksSecret( { refresh }: EnvironmentSettings ): boolean {
	return refresh !== null && refresh.url !== '' && ! refresh.hasSecret;
}

/** Saves the URL, and generates a secret for one that has none. */
function useRefreshSave( props: RefreshFormProps ) {
	const { environment, onUpdate, onSecret } = props;
	const put = async ( version: string, input: EnvironmentInput ) => {
		const { id } = environment;
		const updated =
			Object.keys( input ).length === 0
				? environment
				: await updateEnvironment( id, version, input );
		if ( ! lacksSecret( updated ) ) {
			return updated;
		}
		// The URL is saved, also when no secret can be generated.
		onUpdate( updated );
		const generated = await generateRefreshSecret( id, updated.etag );
		onSecret( generated.secret );
		return generated.environment;
	};
	return useEnvironmentSave( environment, savedFor, onUpdate, put );
}

function useRefreshForm( props: RefreshFormProps ) {
	const { environment, onDone } = props;
	const draft = useDraft< Target >( targetOf( environment ) );
	const saving = useRefreshSave( props );
	const submit = async ( put: typeof saving.save ) => {
		const isNothing = draft.count === 0 && ! lacksSecret( environment );
		if ( isNothing || ( await put( draft.changed ) ) ) {
			onDone();
		}
	};
	return { ...saving, draft, submit };
}

interface FieldsProps extends Pick< RefreshFormProps, 'environment' > {
	draft: Draft< Target >;
	error: string;
}

function Fields( { environment, draft, error }: FieldsProps ) {
	const purgeLock = lockOf( environment, 'refreshPurge' );
	return (
		<>
			<TextField
				isUrl
				focusOnMount
				label={ __( 'Refresh URL', 'headless-deploy' ) }
				placeholder="https://"
				value={ draft.values.refreshUrl }
				onChange={ ( typed ) => draft.set( 'refreshUrl', typed ) }
				error={ error }
				lockedBy={ lockOf( environment, 'refreshUrl' ) }
				help={ __(
					'The refresh route of the front end, for example https://www.example.com/api/refresh. An empty field stops refresh requests and deletes the secret.',
					'headless-deploy'
				) }
			/>
			<CheckboxControl
				__nextHasNoMarginBottom
				label={ purgeLabel() }
				checked={ draft.values.refreshPurge }
				onChange={ ( isOn ) => draft.set( 'refreshPurge', isOn ) }
				disabled={ purgeLock !== null }
				help={ purgeLock && <LockedHint by={ purgeLock } /> }
			/>
		</>
	);
}

/** Edits where an environment receives refresh requests. */
export function RefreshForm( props: RefreshFormProps ) {
	const { environment } = props;
	const form = useRefreshForm( props );
	const { draft, error, busy, submit, save } = form;
	return (
		<SavedForm
			error={ error }
			busy={ busy }
			conflict={ conflictOf( form, ( newerVersion ) =>
				differencesOf( draft, targetOf( newerVersion ), targetLabels() )
			) }
			fields={ [ 'refreshUrl' ] }
			label={ __( 'Save', 'headless-deploy' ) }
			onSave={ () => void submit( save ) }
			onShowNewer={ () => form.showNewer( draft.reset ) }
			onSaveMine={ () => void submit( form.overwrite ) }
			onCancel={ props.onDone }
		>
			<Fields
				environment={ environment }
				draft={ draft }
				error={ error?.fields.refreshUrl ?? '' }
			/>
		</SavedForm>
	);
}
