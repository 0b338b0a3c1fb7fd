import { Card, CardBody, CardHeader } from '@wordpress/components';
import type { ReactNode } from 'react';
import { __ } from '../../ui/i18n.ts';

interface Props {
	title: string;
	steps: readonly string[];
	children?: ReactNode;
}

function Help( { title, steps, children }: Props ) {
	return (
		<Card size="small" className="headless-deploy-help">
			<CardHeader>
				<h2>{ title }</h2>
			</CardHeader>
			<CardBody>
				<ol>
					{ steps.map( ( step ) => (
						<li key={ step }>{ step }</li>
					) ) }
				</ol>
				{ children }
			</CardBody>
		</Card>
	);
}

/** @param props.hostingUrl The page Hosting; empty if it is not offered. */
export function WebhookHelp( { hostingUrl }: { hostingUrl: string } ) {
	return (
		<Help
			title={ __( 'Where to find the webhook URL', 'headless-deploy' ) }
			steps={ [
				__(
					'In the hosting portal, open the environment, then Settings.',
					'headless-deploy'
				),
				__(
					'Under Webhooks, press Create a webhook.',
					'headless-deploy'
				),
				__(
					'Copy any of the three URLs and paste it here.',
					'headless-deploy'
				),
			] }
		>
			<p className="headless-deploy-secondary">
				{ __(
					'For Vercel, Netlify, Cloudflare or Render, paste the deploy hook. Any other URL that accepts POST requests works, too.',
					'headless-deploy'
				) }
			</p>
			{ hostingUrl !== '' && (
				<p>
					{ __(
						'Or connect an environment of your hosting account under Hosting, without copying a URL.',
						'headless-deploy'
					) }{ ' ' }
					<a href={ hostingUrl }>
						{ __( 'Open Hosting', 'headless-deploy' ) }
					</a>
				</p>
			) }
		</Help>
	);
}

/** @param props.canPurge Whether the host can purge its cache. */
export function NextStepsHelp( { canPurge }: { canPurge: boolean } ) {
	return (
		<Help
			title={ __( 'What happens next', 'headless-deploy' ) }
			steps={ [
				...( canPurge
					? [
							__(
								'Test the connection with Purge Cache. It is harmless.',
								'headless-deploy'
							),
						]
					: [] ),
				__(
					'From then on, changes are deployed 10 s after the last save.',
					'headless-deploy'
				),
				__(
					'Choose the action for each change under Automation.',
					'headless-deploy'
				),
			] }
		/>
	);
}
