import { Notice } from '@wordpress/components';
import { Component } from '@wordpress/element';
import type { ReactNode } from 'react';
import { __ } from '../i18n.ts';

interface Props {
	children: ReactNode;
}

/** Says what to do where a screen cannot be drawn, for example because the plugin was updated under it. */
export class ScreenGuard extends Component< Props, { isBroken: boolean } > {
	override state = { isBroken: false };

	static getDerivedStateFromError(): { isBroken: boolean } {
		return { isBroken: true };
	}

	override render(): ReactNode {
		return this.state.isBroken ? (
			<Notice status="error" isDismissible={ false }>
				{ __(
					'This screen could not be displayed. Reload the page. Changes are still saved and deployed.',
					'headless-deploy'
				) }
			</Notice>
		) : (
			this.props.children
		);
	}
}
