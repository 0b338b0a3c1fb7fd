<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Rest;
use WP_Error;
use WP_REST_Request;
use WP_REST_Response;

/**
 * Handles `PUT /settings/notifications` and `POST /settings/notifications/test`. `GET /settings` shows the settings.
 */
final class Notifications_Controller {
	private const ROUTE = '/settings/notifications';

	public function __construct(
		private readonly Notification_Store $store,
		private readonly Notification_View $view,
		private readonly Notifier $notifier,
	) {}

	public function register_routes(): void {
		Rest::register( 'PUT', self::ROUTE, $this->update( ... ), Capabilities::MANAGE, Notification_View::schema( ... ) );
		Rest::register( 'POST', self::ROUTE . '/test', $this->test( ... ), Capabilities::MANAGE, Notification_View::schema( ... ) );
	}

	private function update( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		$body  = Rest::fields( $request, Notification_View::input(), 'headless_deploy_body_missing' );
		$error = is_wp_error( $body ) ? $body : $this->store->save( $body, Rest::expected_etag( $request ) );
		return null === $error ? Rest::uncached( $this->view->view() ) : Rest::with_current( $error, 'notifications', $this->view->view( ... ) );
	}

	private function test( WP_REST_Request $request ): WP_REST_Response|WP_Error {
		return Rest::refuse_unknown_fields( $request ) ?? $this->notifier->test( get_current_user_id() ) ?? Rest::uncached( $this->view->view() );
	}
}
