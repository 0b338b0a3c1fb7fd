import { Notice } from '@wordpress/components';
import type { ComponentProps } from 'react';
import { __ } from './i18n.ts';
import { ActionButton } from './action-button.tsx';

/** A notice that stays as long as its cause. */
export function LastingNotice( props: ComponentProps< typeof Notice > ) {
	return <Notice isDismissible={ false } { ...props } />;
}

interface ErrorNoticeProps {
	error: string;
	/** @default 'error' */
	status?: 'error' | 'warning';
	/** @default false */
	busy?: boolean;
	/** Absent where the user repeats the request elsewhere on the page. */
	onRetry?: () => void;
}

export function ErrorNotice( {
	error,
	status = 'error',
	busy,
	onRetry,
}: ErrorNoticeProps ) {
	return (
		<LastingNotice status={ status }>
			<p>{ error }</p>
			{ onRetry && (
				<div className="headless-deploy-buttons">
					<ActionButton compact busy={ busy } onClick={ onRetry }>
						{ __( 'Try again', 'headless-deploy' ) }
					</ActionButton>
				</div>
			) }
		</LastingNotice>
	);
}
