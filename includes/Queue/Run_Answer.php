<?php
/**
 * The answer to a press.
 *
 * @package HeadlessDeploy
 */

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

use HeadlessDeploy\Deliveries\Delivery_View;
use WP_Error;
use WP_REST_Response;

/**
 * Words what came of a press: `RunAnswer` of src/shared/wire.ts.
 */
final class Run_Answer {
	/**
	 * Takes what renders deliveries.
	 *
	 * @param Delivery_View $view Renders deliveries.
	 */
	public function __construct( private readonly Delivery_View $view ) {}

	/**
	 * Answers 201 with the delivery when it has ended, 202 when it is still to be sent.
	 *
	 * @param int|WP_Error $result What `Press` returned.
	 */
	public function of( int|WP_Error $result ): WP_REST_Response|WP_Error {
		if ( is_wp_error( $result ) ) {
			return $result;
		}
		$delivery = 0 === $result ? null : $this->view->find( $result );
		$state    = is_string( $delivery['state'] ?? null ) ? $delivery['state'] : '';
		$message  = match ( $state ) {
			'accepted'  => __( 'The host took the call.', 'headless-deploy' ),
			'failed'    => is_string( $delivery['message'] ?? null ) ? $delivery['message'] : '',
			'cancelled' => __( 'This run was canceled meanwhile.', 'headless-deploy' ),
			'sending'   => __( 'It is being sent.', 'headless-deploy' ),
			default     => __( 'It runs right after the current one.', 'headless-deploy' ),
		};
		return new WP_REST_Response(
			array(
				'delivery' => $delivery,
				'message'  => $message,
			),
			in_array( $state, Queue_Store::ENDED, true ) ? 201 : 202,
		);
	}
}
