import { Button, Card, CardBody, Icon } from '@wordpress/components';
import type { ComponentProps, ReactNode } from 'react';
import { __ } from '../../ui/i18n.ts';
import { connection } from '@wordpress/icons';

interface EmptyCardProps {
	icon: ComponentProps< typeof Icon >[ 'icon' ];
	title: string;
	text: string;
	/** A button for the next step. */
	children?: ReactNode;
}

/** Takes the place of a list that is empty. */
export function EmptyCard( { icon, title, text, children }: EmptyCardProps ) {
	return (
		<Card className="headless-deploy-empty">
			<CardBody>
				<Icon icon={ icon } size={ 24 } />
				<h2>{ title }</h2>
				<p className="headless-deploy-secondary">{ text }</p>
				{ children }
			</CardBody>
		</Card>
	);
}

export function connectLabel(): string {
	return __( 'Connect a front end', 'headless-deploy' );
}

/** @param props.connectUrl Where a front end is connected; null without the capability. */
export function EmptyState( { connectUrl }: { connectUrl: string | null } ) {
	return (
		<EmptyCard
			icon={ connection }
			title={ __( 'No front end is connected yet', 'headless-deploy' ) }
			text={
				connectUrl === null
					? __(
							'An administrator can connect it. Until then, changes are not deployed.',
							'headless-deploy'
						)
					: __(
							'Paste one webhook URL, and the front end is rebuilt when you publish.',
							'headless-deploy'
						)
			}
		>
			{ connectUrl !== null && (
				<Button
					variant="primary"
					__next40pxDefaultSize
					href={ connectUrl }
				>
					{ connectLabel() }
				</Button>
			) }
		</EmptyCard>
	);
}
