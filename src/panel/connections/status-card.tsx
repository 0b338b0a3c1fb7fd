import { Card, CardBody, CardHeader, Icon } from '@wordpress/components';
import { error, lock } from '@wordpress/icons';
import type { ReactNode } from 'react';
import { __ } from '../../ui/i18n.ts';
import { StatusSymbol } from '../../ui/status-symbol.tsx';
import type { StatusSymbol as SymbolName } from '../../shared/wire.ts';

export interface CardStatus {
	/** `caution` for what works and could be better. */
	symbol: SymbolName | 'caution' | 'locked';
	label: string;
}

export function notSetUp(): CardStatus {
	return { symbol: 'held', label: __( 'Not set up', 'headless-deploy' ) };
}

interface Props {
	title: ReactNode;
	status: CardStatus;
	footer?: ReactNode;
	children: ReactNode;
}

function StatusIcon( { symbol }: Pick< CardStatus, 'symbol' > ) {
	switch ( symbol ) {
		case 'locked':
			return <Icon icon={ lock } size={ 20 } />;
		case 'caution':
			return (
				<span
					className="headless-deploy-symbol is-warning"
					aria-hidden="true"
				>
					<Icon icon={ error } size={ 24 } />
				</span>
			);
		default:
			return <StatusSymbol symbol={ symbol } />;
	}
}

/** A card with its status in the header. */
export function StatusCard( { title, status, footer, children }: Props ) {
	return (
		<Card size="small">
			<CardHeader>
				<h2>{ title }</h2>
				<span className="headless-deploy-line">
					<StatusIcon symbol={ status.symbol } />
					{ status.label }
				</span>
			</CardHeader>
			<CardBody className="headless-deploy-connection">
				{ children }
			</CardBody>
			{ footer }
		</Card>
	);
}
