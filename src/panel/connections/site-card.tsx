import { Card, CardBody, CardHeader, Icon } from '@wordpress/components';
import { error } from '@wordpress/icons';
import type { ReactNode } from 'react';
import { StateSymbol } from '../components/state-symbol.tsx';
import type { StateSymbol as SymbolName } from '../../shared/wire.ts';

interface Props {
	title: string;
	status: { symbol: SymbolName | 'caution'; label: string };
	children: ReactNode;
}

function Caution() {
	return (
		<span className="headless-deploy-symbol is-warning" aria-hidden="true">
			<Icon icon={ error } size={ 24 } />
		</span>
	);
}

export function SiteCard( { title, status, children }: Props ) {
	return (
		<Card size="small">
			<CardHeader>
				<h2>{ title }</h2>
				<span className="headless-deploy-line">
					{ status.symbol === 'caution' ? (
						<Caution />
					) : (
						<StateSymbol symbol={ status.symbol } />
					) }
					{ status.label }
				</span>
			</CardHeader>
			<CardBody className="headless-deploy-connection">
				{ children }
			</CardBody>
		</Card>
	);
}
