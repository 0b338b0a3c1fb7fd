import { Card, CardBody, CardHeader } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '../../ui/i18n.ts';
import type { FormEvent } from 'react';
import type {
	EnvironmentSettings,
	RecognizedWebhook,
} from '../../shared/wire.ts';
import { useSpokenChanges } from '../../ui/use-spoken-changes.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import { createEnvironment } from '../settings/api.ts';
import { TargetFacts } from './connection-facts.tsx';
import {
	type Details,
	DetailsFields,
	WebhookField,
} from './connection-fields.tsx';
import {
	type Extras,
	extrasInput,
	extrasOf,
	NO_EXTRAS,
	duplicateHeader,
} from './request-extras.ts';
import { ExtrasFields } from './request-extras-fields.tsx';
import { NextStepsHelp, WebhookHelp } from './connect-help.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { useRecognition } from './use-recognition.ts';
import {
	headerTwiceError,
	type SaveError,
	useSave,
} from '../settings/use-save.ts';
import { providerName, targetText } from './webhook-target.ts';

interface Props {
	/** The suggested name. */
	label: string;
	/** The page Hosting; empty if it is not offered. */
	hostingUrl: string;
	onConnected: ( environment: EnvironmentSettings ) => void;
	/** Absent on the first run, when there is nothing to go back to. */
	onCancel?: () => void;
}

/** The entries, which stay when another URL is pasted. */
interface Typed {
	webhookUrl: string;
	details: Details;
	extras: Extras;
}

function recognizedAs( { provider, target }: RecognizedWebhook ): string {
	if ( provider === 'generic' ) {
		/* translators: %s: name of a host. */
		return sprintf( __( 'Webhook at %s', 'headless-deploy' ), target.host );
	}
	return sprintf(
		/* translators: %s: name of a host, or for example “storefront of the account acme”. */
		__( 'Recognized: %s', 'headless-deploy' ),
		target.account === ''
			? providerName( provider, target.host )
			: targetText( target )
	);
}

function checkText( { provider }: RecognizedWebhook ): string {
	return provider === 'generic'
		? __(
				'This host is not recognized. Each run sends a POST request to this URL: check that it is a webhook, then enter a name.',
				'headless-deploy'
			)
		: __( 'Check the details and enter a name.', 'headless-deploy' );
}

function Header( { found }: { found: RecognizedWebhook | null } ) {
	const title = found === null ? '' : recognizedAs( found );
	useSpokenChanges( title );
	return (
		<CardHeader className="headless-deploy-two-lines">
			<h2>
				{ title || __( 'Connect your front end', 'headless-deploy' ) }
			</h2>
			<p className="headless-deploy-secondary">
				{ found === null
					? __(
							'Paste one webhook URL of the environment. It connects Rebuild, Purge Cache and Clean Rebuild.',
							'headless-deploy'
						)
					: checkText( found ) }
			</p>
		</CardHeader>
	);
}

interface FoundProps {
	found: RecognizedWebhook;
	typed: Typed;
	type: ( changed: Partial< Typed > ) => void;
	error: SaveError | null;
}

function Found( { found, typed, type, error }: FoundProps ) {
	const errors = error?.fields ?? {};
	return (
		<>
			<dl className="headless-deploy-facts">
				<TargetFacts { ...found } />
			</dl>
			<DetailsFields
				details={ typed.details }
				onChange={ ( details ) => type( { details } ) }
				errors={ errors }
			/>
			{ found.provider === 'generic' && (
				<ExtrasFields
					extras={ typed.extras }
					onChange={ ( extras ) => type( { extras } ) }
					errors={ errors }
				/>
			) }
		</>
	);
}

/** Sends headers and body only if the host is unknown. */
function inputOf( typed: Typed, found: RecognizedWebhook | null ) {
	return {
		webhookUrl: typed.webhookUrl,
		...typed.details,
		...( found?.provider === 'generic'
			? extrasInput( NO_EXTRAS, typed.extras )
			: {} ),
	};
}

/** Whether a field shows the error; otherwise it is about the webhook URL. */
function isElsewhere( error: SaveError | null ): boolean {
	return [ 'label', 'frontEndUrl', 'headers', 'body' ].some(
		( field ) => error?.fields[ field ]
	);
}

function useConnecting( { label, onConnected }: Props ) {
	const [ typed, setTyped ] = useState< Typed >( () => ( {
		webhookUrl: '',
		details: { label, frontEndUrl: '' },
		extras: extrasOf( NO_EXTRAS ),
	} ) );
	const type = ( changed: Partial< Typed > ) =>
		setTyped( ( current ) => ( { ...current, ...changed } ) );
	const { busy, error, save, fail, forget } = useSave();
	const { found, problem } = useRecognition( typed.webhookUrl );
	const help = problem
		? sprintf(
				/* translators: %s: what went wrong, in a sentence. */
				__(
					'%s The webhook URL was not checked; you can still connect it.',
					'headless-deploy'
				),
				problem
			)
		: __(
				'Stored encrypted; it cannot be displayed again. Connecting does not start a run.',
				'headless-deploy'
			);
	useSpokenChanges( problem && help );
	useUnsavedGuard( typed.webhookUrl !== '' );
	const submit = ( event: FormEvent ) => {
		event.preventDefault();
		if (
			found?.provider === 'generic' &&
			duplicateHeader( typed.extras.rows )
		) {
			fail( headerTwiceError() );
			return;
		}
		void save( async () =>
			onConnected( await createEnvironment( inputOf( typed, found ) ) )
		);
	};
	const paste = ( pasted: string ) => {
		// The error was about another URL.
		forget();
		type( { webhookUrl: pasted } );
	};
	return { typed, type, found, help, busy, error, submit, paste };
}

/**
 * Connects a front end by one pasted URL. The form shows what the URL belongs to as soon as WordPress recognizes it;
 * nothing is stored before the user presses Connect.
 */
export function ConnectForm( props: Props ) {
	const form = useConnecting( props );
	const { typed, found, help, busy, error, submit, paste } = form;
	return (
		<div className="headless-deploy-connect">
			<Card size="small">
				<Header found={ found } />
				<CardBody>
					<form onSubmit={ submit } noValidate>
						<WebhookField
							focusOnMount
							label={ __( 'Webhook URL', 'headless-deploy' ) }
							value={ typed.webhookUrl }
							onChange={ paste }
							error={ isElsewhere( error ) ? null : error }
							help={ help }
						/>
						{ found && <Found { ...form } found={ found } /> }
						<FormButtons
							label={ __( 'Connect', 'headless-deploy' ) }
							busy={ busy }
							disabled={ typed.webhookUrl.trim() === '' }
							onCancel={ props.onCancel }
						/>
					</form>
				</CardBody>
			</Card>
			{ found ? (
				<NextStepsHelp
					canPurge={ found.actions.includes( 'purgeCache' ) }
				/>
			) : (
				<WebhookHelp hostingUrl={ props.hostingUrl } />
			) }
		</div>
	);
}
