import { Card, CardBody, CardHeader } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '../i18n.ts';
import type { FormEvent } from 'react';
import type { EnvironmentSettings } from '../../shared/wire.ts';
import { createEnvironment } from '../live/api.ts';
import { FormButtons } from './form-buttons.tsx';
import { useSave } from './use-save.ts';
import { WebhookField } from './webhook-field.tsx';

interface Props {
	/** The name that a new environment gets until somebody gives it another one. */
	label: string;
	onConnected: ( environment: EnvironmentSettings ) => void;
	/** Absent on the first run, when there is nothing to go back to. */
	onCancel?: () => void;
}

function WhereToFindIt() {
	return (
		<Card size="small" className="headless-deploy-help">
			<CardHeader>
				<h2>{ __( 'Where to find it', 'headless-deploy' ) }</h2>
			</CardHeader>
			<CardBody>
				<ol>
					<li>
						{ __(
							'Open the environment in the portal, then Settings.',
							'headless-deploy'
						) }
					</li>
					<li>
						{ __(
							'Under webhooks press Create a webhook, once.',
							'headless-deploy'
						) }
					</li>
					<li>
						{ __(
							'Copy any of the three URLs and paste it here.',
							'headless-deploy'
						) }
					</li>
				</ol>
				<p className="headless-deploy-secondary">
					{ __(
						'With Vercel, Netlify, Cloudflare Pages or Render, paste the deploy hook. Any other address that takes a POST works, too.',
						'headless-deploy'
					) }
				</p>
			</CardBody>
		</Card>
	);
}

/**
 * Connects a front end by one pasted URL.
 *
 * @param props
 * @param props.label
 * @param props.onConnected
 * @param props.onCancel
 */
export function ConnectForm( { label, onConnected, onCancel }: Props ) {
	const [ webhookUrl, setWebhookUrl ] = useState( '' );
	const { busy, error, save } = useSave();
	const submit = ( event: FormEvent ) => {
		event.preventDefault();
		void save( async () =>
			onConnected( await createEnvironment( { webhookUrl, label } ) )
		);
	};
	return (
		<div className="headless-deploy-first">
			<Card size="small">
				<CardHeader className="headless-deploy-two-lines">
					<h2>
						{ __( 'Connect your front end', 'headless-deploy' ) }
					</h2>
					<p className="headless-deploy-secondary">
						{ __(
							'Paste one webhook URL of the environment. Rebuild, Purge Cache and Clean Rebuild are all connected with it.',
							'headless-deploy'
						) }
					</p>
				</CardHeader>
				<CardBody>
					<form onSubmit={ submit } noValidate>
						<WebhookField
							focusOnMount
							label={ __( 'Webhook URL', 'headless-deploy' ) }
							value={ webhookUrl }
							onChange={ setWebhookUrl }
							error={ error }
						/>
						<p className="headless-deploy-secondary">
							{ __(
								'Stored encrypted; nobody can read the token here again. Connecting itself sends nothing.',
								'headless-deploy'
							) }
						</p>
						<FormButtons
							label={ __( 'Connect', 'headless-deploy' ) }
							busy={ busy }
							onCancel={ onCancel }
						/>
					</form>
				</CardBody>
			</Card>
			<WhereToFindIt />
		</div>
	);
}
