<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Notifications\Notification_Kind;
use HeadlessDeploy\Notifications\Notification_Store;
use HeadlessDeploy\Notifications\Notification_View;
use HeadlessDeploy\Notifications\Notifier;
use HeadlessDeploy\Notifications\Stored_Notifications;
use HeadlessDeploy\Rest;
use WP_Error;

/**
 * Shows, changes and tests who is notified of failed deployments.
 */
final class Notifications_Commands {
	private const RESULT_FIELDS = array( 'channel', 'at', 'isSent', 'message', 'waiting' );

	public function __construct(
		private readonly Notification_Store $store,
		private readonly Notification_View $view,
		private readonly Notifier $notifier,
		private readonly Console $console,
	) {}

	/**
	 * @return array<string, Command> By name.
	 */
	public function commands(): array {
		return array(
			'notifications get' => new Command(
				$this->get( ... ),
				'Shows who is notified of failed deployments, and the last message of each.',
				options: Option::output( has_rows: false ),
				examples: '$ wp headless-deploy notifications get --field=results --format=json',
			),
			'notifications set' => new Command(
				$this->set( ... ),
				'Changes who is notified of failed deployments, and when.',
				'Options that are omitted stay unchanged.',
				array(
					new Option( '[--recipients=<users>]', 'IDs, logins or e-mail addresses of users, separated by commas; empty for none.' ),
					new Option( '[--chat-url]', 'Reads the webhook URL of a channel in Slack, Microsoft Teams or Discord from standard input.' ),
					new Option( '[--remove-chat]', 'Removes the stored webhook URL.' ),
					new Option(
						'[--kinds=<kinds>]',
						'Any of ' . implode( ', ', array_column( Notification_Kind::cases(), 'value' ) ) . ', separated by commas.',
					),
					new Option(
						'[--digest-minutes=<minutes>]',
						sprintf( 'The shortest time between two messages, 0 to %d.', Stored_Notifications::MAX_DIGEST_MINUTES ),
					),
					new Option( '[--quiet-hours=<hours>]', 'For example 22:00-07:00, in the time zone of the site; empty for none.' ),
				),
				examples: <<<'HELP'
					$ wp headless-deploy notifications set --recipients=maria,jonas@example.com --quiet-hours=22:00-07:00
					Success: Notifications saved.

					$ wp headless-deploy notifications set --chat-url < slack-url.txt
					Success: Notifications saved.
					HELP,
			),
			'notifications test' => new Command(
				$this->test( ... ),
				'Sends a test message to all recipients and the chat.',
				'Exits with 2 if a message could not be sent.',
				array( Option::format() ),
				examples: '$ wp headless-deploy notifications test',
			),
		);
	}

	private function get( Command_Input $input ): void {
		$view  = $this->view->view();
		$hours = $view['quietHours'];
		$this->console->item(
			array(
				'recipients'    => array_column( $view['recipients'], 'email' ),
				'chat'          => $view['chat']['masked'] ?? null,
				'kinds'         => $view['kinds'],
				'digestMinutes' => $view['digestMinutes'],
				'quietHours'    => null === $hours ? null : "{$hours['from']}-{$hours['to']}",
				'results'       => $view['results'],
			),
			$input,
		);
	}

	private function set( Command_Input $input ): void {
		$body = $this->body( $input );
		if ( array() === $body ) {
			$this->console->fail( __( 'Nothing to change. Use --recipients, --chat-url, --remove-chat, --kinds, --digest-minutes or --quiet-hours.', 'headless-deploy' ) );
		}
		$this->refuse( $this->store->save( $this->sanitized( $body ), null ) );
		$this->console->success( __( 'Notifications saved.', 'headless-deploy' ) );
		$view = $this->view->view();
		if ( array() === $view['recipients'] && null === $view['chat'] ) {
			$this->console->warning( __( 'No message is sent until you add a recipient or a chat.', 'headless-deploy' ) );
		}
	}

	private function test( Command_Input $input ): void {
		$this->refuse( $this->notifier->test( get_current_user_id() ) );
		$results = $this->view->results();
		$this->console->rows( $results, self::RESULT_FIELDS, $input );
		if ( in_array( false, array_column( $results, 'isSent' ), true ) ) {
			$this->console->halt( Exit_Code::FAILED );
		}
	}

	/**
	 * @return array<string, mixed> As `Notification_View::input()` describes it.
	 */
	private function body( Command_Input $input ): array {
		$text = static fn( string $name ): ?string => null === $input->text( $name ) ? null : trim( $input->text( $name ) );
		$body = array(
			'recipients'    => null === $text( 'recipients' ) ? null : array_map( $this->user_id( ... ), self::listed( $text( 'recipients' ) ) ),
			'kinds'         => null === $text( 'kinds' ) ? null : self::listed( $text( 'kinds' ) ),
			'digestMinutes' => $text( 'digest-minutes' ),
			'chatUrl'       => $input->has( 'remove-chat' ) ? '' : null,
		);
		if ( $input->has( 'chat-url' ) ) {
			$body['chatUrl'] = trim( $this->console->secret( __( 'Webhook URL', 'headless-deploy' ) ) );
		}
		$body  = array_filter( $body, static fn( mixed $value ): bool => null !== $value );
		$hours = explode( '-', (string) $text( 'quiet-hours' ), 2 ) + array( '', '' );
		return $body + (
			null === $text( 'quiet-hours' )
				? array()
				: array( 'quietHours' => '' === $hours[0] ? null : array( 'from' => $hours[0], 'to' => $hours[1] ) )
		);
	}

	/**
	 * @return list<string>
	 */
	private static function listed( string $text ): array {
		return array_values( array_filter( array_map( trim( ... ), explode( ',', $text ) ), static fn( string $one ): bool => '' !== $one ) );
	}

	private function user_id( string $user ): int {
		$found = get_user_by( is_email( $user ) ? 'email' : 'login', $user );
		$found = false === $found && ctype_digit( $user ) ? get_userdata( (int) $user ) : $found;
		if ( false === $found ) {
			$this->refuse( Errors::make( 'headless_deploy_recipient_unknown', id: $user ) );
		}
		return false === $found ? 0 : $found->ID;
	}

	/**
	 * @param  array<string, mixed> $body
	 * @return array<string, mixed>
	 */
	private function sanitized( array $body ): array {
		$schema = Notification_View::input();
		foreach ( $body as $name => $value ) {
			$body[ $name ] = Rest::field( $name, $value, $schema->properties()[ $name ] );
			$this->refuse( is_wp_error( $body[ $name ] ) ? $body[ $name ] : null );
		}
		return $body;
	}

	private function refuse( ?WP_Error $error ): void {
		if ( null !== $error ) {
			$this->console->fail( $error->get_error_message(), Exit_Code::of( $error ) );
		}
	}
}
