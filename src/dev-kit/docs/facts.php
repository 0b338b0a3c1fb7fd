<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Docs;

use Closure;
use HeadlessDeploy\Action;
use HeadlessDeploy\Admin\Dashboard_Widget;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Changes\General\General_Controller;
use HeadlessDeploy\Changes\Listeners\Changed_Field;
use HeadlessDeploy\Changes\Listeners\Marked_Objects;
use HeadlessDeploy\Changes\Unrecorded_Posts;
use HeadlessDeploy\Changes\Watched\Tag;
use HeadlessDeploy\Changes\Watched\Watched_Options;
use HeadlessDeploy\Changes\Watched\Watched_Taxonomies;
use HeadlessDeploy\Changes\Watched\Watched_Types;
use HeadlessDeploy\CLI\Command;
use HeadlessDeploy\CLI\Option;
use HeadlessDeploy\Environments\Automation;
use HeadlessDeploy\Environments\Environment_Schema;
use HeadlessDeploy\Environments\Environments;
use HeadlessDeploy\Environments\Removed_Environment;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Hosting\Credentials_Controller;
use HeadlessDeploy\Hosting\Hosting_Operations;
use HeadlessDeploy\Hosting\Uploads\Uploads_Controller;
use HeadlessDeploy\Network_Repair;
use HeadlessDeploy\Notifications\Notification_View;
use HeadlessDeploy\Notifications\Stored_Notifications;
use HeadlessDeploy\Providers\Webhook_Url;
use HeadlessDeploy\Queue\Change_Count;
use HeadlessDeploy\Queue\Dispatcher;
use HeadlessDeploy\Queue\Lease;
use HeadlessDeploy\Refresh\Recorded_Changes;
use HeadlessDeploy\Refresh\Replay_Guard;
use HeadlessDeploy\Rest;
use HeadlessDeploy\Runs\Retention;
use HeadlessDeploy\Runs\Runs_Controller;
use HeadlessDeploy\Runs\Search;
use HeadlessDeploy\Runs\Search_Reasons;
use HeadlessDeploy\Schedules\Schedule;
use HeadlessDeploy\Schedules\Schedules;
use HeadlessDeploy\Services;
use HeadlessDeploy\Site_Health\Site_Checks;
use HeadlessDeploy\System_Clock;
use HeadlessDeploy\Tests\Plugin_Routes;
use HeadlessDeploy\Tracking\Tracking_Store;
use ReflectionClass;
use ReflectionClassConstant;
use ReflectionFunction;
use ReflectionMethod;

require dirname( __DIR__, 3 ) . '/test/php/bootstrap.php';

const INCLUDES = __DIR__ . '/../../../includes';
const ROLES    = array( 'administrator', 'editor', 'author', 'contributor', 'subscriber' );

/** What a large network may meet. */
const LIMITS = array(
	Environments::class     => array( 'MAX_ENVIRONMENTS' ),
	Schedules::class        => array( 'MAX_SCHEDULES' ),
	Retention::class        => array( 'MAX_PER_ENVIRONMENT', 'DAYS', 'ENVIRONMENTS_PER_EVENT', 'MAX_MS' ),
	Change_Count::class     => array( 'MAX' ),
	Search::class           => array( 'MAX_RUNS' ),
	Search_Reasons::class   => array( 'MAX_ROWS' ),
	Recorded_Changes::class => array( 'MAX_ROWS' ),
	Marked_Objects::class   => array( 'MAX' ),
	Dispatcher::class       => array( 'DEADLINE_MS', 'DEADLINE_IN_CRON_MS' ),
	Network_Repair::class   => array( 'SITES_PER_EVENT' ),
	Unrecorded_Posts::class => array( 'MAX_POSTS' ),
	Tracking_Store::class   => array( 'MAX_RUNS' ),
	Lease::class            => array( 'DURATION_MS', 'LATEST_SEND_AFTER_MS' ),
	Site_Checks::class      => array( 'MAX_CLOCK_DIFFERENCE_MS' ),
	Replay_Guard::class     => array( 'MAX_REQUESTS' ),
);

/** Returns the capability of a permission check; null when it depends on the request. */
function capability_of( mixed $check ): ?string {
	$fixed = $check instanceof Closure ? ( new ReflectionFunction( $check ) )->getStaticVariables()['capability'] ?? null : null;
	return is_string( $fixed ) ? $fixed : null;
}

/** Returns the class of the callback of a route, and its method unless it is an anonymous function. */
function handler_of( Closure $callback ): string {
	$reflection = new ReflectionFunction( $callback );
	$class      = substr( (string) $reflection->getClosureScopeClass()?->getName(), strlen( 'HeadlessDeploy\\' ) );
	$method     = $reflection->getName();
	return str_contains( $method, '{closure' ) ? $class : "$class::$method()";
}

/**
 * @return list<array{method: string, path: string, capability: string|null, handler: string}>
 */
function routes(): array {
	return array_map(
		static fn( array $route ): array => array(
			'method'     => $route['method'],
			'path'       => $route['path'],
			'capability' => capability_of( $route['endpoint']['permission_callback'] ),
			'handler'    => handler_of( $route['endpoint']['callback']( ... ) ),
		),
		Plugin_Routes::all(),
	);
}

/**
 * Values that a message names are their names in braces.
 *
 * @return list<array{code: string, foundIn: string, status: string, message: string}>
 */
function errors(): array {
	$source = implode( '', array_map( file_get_contents( ... ), array( INCLUDES . '/Errors.php', ...(array) glob( INCLUDES . '/Errors/*_Errors.php' ) ) ) );
	preg_match_all( "/'(headless_deploy_[a-z_]+)'\s*=>/", $source, $codes );
	preg_match_all( "/\\\$data\['(\w+)'\]/", $source, $names );
	$values = array_combine( $names[1], array_map( static fn( string $name ): string => "{{$name}}", $names[1] ) );
	sort( $codes[1] );
	return array_map(
		static fn( string $code ): array => array(
			'code'    => $code,
			'foundIn' => Errors::entry( $code )->found_in,
			'status'  => status_of( $code ),
			'message' => Errors::message( $code, $values ),
		),
		$codes[1],
	);
}

/** Returns the HTTP status of an error, which can depend on whether a user is logged in. */
function status_of( string $code ): string {
	wp_set_current_user( 0 );
	$logged_out = Errors::status( $code );
	wp_set_current_user( 1 );
	$logged_in = Errors::status( $code );
	return $logged_out === $logged_in ? (string) $logged_out : "$logged_out, logged in $logged_in";
}

/** @return array<string, list<string>> Roles by capability. */
function capabilities(): array {
	$by_capability = array_fill_keys( Capabilities::ALL, array() );
	foreach ( ROLES as $role ) {
		$id = wp_insert_user(
			array(
				'user_login' => "docs-$role",
				'user_pass'  => 'password',
				'role'       => $role,
			),
		);
		foreach ( Capabilities::ALL as $capability ) {
			if ( is_int( $id ) && user_can( $id, $capability ) ) {
				$by_capability[ $capability ][] = $role;
			}
		}
	}
	return $by_capability;
}

/**
 * Lists the schemas of responses and of request bodies.
 *
 * @return list<array{use: string, schema: array<string, mixed>}> `use` names a method and a path, or a field.
 */
function schemas(): array {
	$schemas = array();
	foreach ( rest_get_server()->get_routes( Rest::ROUTE_NAMESPACE ) as $route => $endpoints ) {
		$of_path = rest_get_server()->get_route_options( (string) $route )['schema'] ?? null;
		foreach ( $endpoints as $endpoint ) {
			$schema  = $endpoint['schema'] ?? $of_path;
			$methods = is_callable( $schema ) ? array_keys( array_filter( $endpoint['methods'] ) ) : array();
			foreach ( array_diff( $methods, array( 'DELETE' ) ) as $method ) {
				$schemas[] = array(
					'use'    => "$method " . Plugin_Routes::path_of( (string) $route ),
					'schema' => $schema(),
				);
			}
		}
	}
	$bodies = array(
		'The body of `POST /settings/environments` and `PUT /settings/environments/{id}`' => Environment_Schema::input()->to_array(),
		'The body of `PUT /settings/general`'                                             => General_Controller::input()->to_array(),
		'The body of `POST /settings/schedules` and `PUT /settings/schedules/{id}`'       => Schedule::input()->to_array(),
		'The body of `PUT /settings/credentials`'                                         => Credentials_Controller::input_schema()->to_array(),
		'The body of `PUT /settings/notifications`'                                       => Notification_View::input()->to_array(),
		'The body of `POST /hosting/uploads`'                                             => Uploads_Controller::input_schema()->to_array(),
		'The field `' . Changed_Field::NAME . '` of a post in the edit context'           => Changed_Field::schema(),
	);
	foreach ( $bodies as $use => $schema ) {
		$schemas[] = array(
			'use'    => $use,
			'schema' => $schema,
		);
	}
	return $schemas;
}

/** Returns the text of a description, without markers and line breaks. */
function description_of( string|false $comment ): string {
	return trim( (string) preg_replace( '~\s*\n\s*\*/?\s?|/\*\*|\*/~', ' ', (string) $comment ) );
}

/**
 * Lists the tags with their meaning: what `Tag` has for an id, a type and so on.
 *
 * @return array<string, string>
 */
function watched_tags(): array {
	$tags  = array();
	$class = new ReflectionClass( Tag::class );
	foreach ( $class->getMethods( ReflectionMethod::IS_PUBLIC ) as $method ) {
		$parameter = $method->getParameters()[0];
		if ( 'bool' === (string) $method->getReturnType() ) {
			continue;
		}
		$example      = 'int' === (string) $parameter->getType() ? 7 : strtoupper( $parameter->getName() );
		$tag          = str_replace( '-7', '-ID', (string) $method->invoke( null, $example ) );
		$tags[ $tag ] = description_of( $method->getDocComment() );
	}
	foreach ( $class->getReflectionConstants( ReflectionClassConstant::IS_PUBLIC ) as $constant ) {
		if ( Tag::is_sent( (string) $constant->getValue() ) ) {
			$tags[ (string) $constant->getValue() ] = description_of( $constant->getDocComment() );
		}
	}
	return $tags;
}

/**
 * Lists what WordPress itself registers of what is watched.
 *
 * @return array{sources: list<string>, types: array<string, string>, taxonomies: list<string>, options: array<string, string>, tags: array<string, string>}
 */
function watched(): array {
	$types = array();
	foreach ( Watched_Types::all() as $type ) {
		$types[ $type->name ] = (string) Watched_Types::source_of( $type->name );
	}
	$options = array();
	foreach ( Watched_Options::all() as $name ) {
		$options[ $name ] = Watched_Options::is_shown( $name ) ? Tag::option( $name ) : Tag::SITE;
	}
	return array(
		'sources'    => Automation::SOURCES,
		'types'      => $types,
		'taxonomies' => array_column( Watched_Taxonomies::all(), 'name' ),
		'options'    => $options,
		'tags'       => watched_tags(),
	);
}

/**
 * Lists the commands of WP-CLI. The options of its output are described once for all commands.
 *
 * @return array<string, array{synopsis: string, text: string}>
 */
function commands(): array {
	$output = array( ...Option::output(), ...Option::output( has_rows: false ) );
	return array_map(
		static fn( Command $command ): array => array(
			'synopsis' => implode( ' ', array_diff( array_column( $command->options, 'syntax' ), array_column( $output, 'syntax' ) ) ),
			'text'     => trim( "$command->summary " . preg_replace( '/\s+/', ' ', $command->details ) ),
		),
		( new Services( new System_Clock() ) )->commands()->commands,
	);
}

/**
 * Lists what src/shared/server-facts.ts says. What a schema says is in src/shared/wire.ts.
 *
 * @return list<array{name: string, text: string, value: mixed}>
 */
function shared_facts(): array {
	$lanes = array();
	foreach ( Action::cases() as $action ) {
		$lanes[ $action->value ] = $action->lane()->value;
	}
	$limits = array(
		'waitSeconds'        => Automation::MAX_WAIT_SECONDS,
		'recipients'         => Stored_Notifications::MAX_RECIPIENTS,
		'digestMinutes'      => Stored_Notifications::MAX_DIGEST_MINUTES,
		'searchLength'       => Search::MAX_LENGTH,
		'runsPerPage'        => Runs_Controller::PER_PAGE,
		'countedChanges'     => Change_Count::MAX,
		'restorableMinutes'  => intdiv( Removed_Environment::RESTORABLE_SECONDS, 60 ),
		'encryptionKeyBytes' => Site_Checks::MIN_KEY_BYTES,
	);
	return array(
		array(
			'name'  => 'WEBHOOK_ACTIONS',
			'text'  => 'The actions that a host has webhooks for: `Action::hosted()`. Refresh goes to the front end itself.',
			'value' => array_column( Action::hosted(), 'value' ),
		),
		array(
			'name'  => 'LANE_OF',
			'text'  => 'The lane of each action: `Action::lane()`.',
			'value' => $lanes,
		),
		array(
			'name'  => 'DASHICONS',
			'text'  => 'The icon of each symbol in the dashboard widget: `Admin\Dashboard_Widget`.',
			'value' => Dashboard_Widget::ICONS,
		),
		array(
			'name'  => 'MASK',
			'text'  => 'What the server sends in place of a sensitive value; sent back, it keeps the value: `Providers\Webhook_Url::MASK`.',
			'value' => Webhook_Url::MASK,
		),
		array(
			'name'  => 'LIMITS',
			'text'  => 'Bounds and sizes of the REST routes.',
			'value' => $limits,
		),
	);
}

/** Returns a number with its unit, by the end of the name of its constant. */
function quantity_of( string $name, int $value ): string {
	return match ( true ) {
		str_ends_with( $name, '_MS' )      => number_format( intdiv( $value, 1000 ) ) . ' s',
		str_ends_with( $name, '_SECONDS' ) => number_format( $value ) . ' s',
		str_ends_with( $name, 'DAYS' )     => "$value days",
		default                            => number_format( $value ),
	};
}

/**
 * Lists the limits that matter to large networks.
 *
 * @return list<array{name: string, value: string}>
 */
function limits(): array {
	$limits = array();
	foreach ( LIMITS as $class_name => $constants ) {
		foreach ( $constants as $constant ) {
			$limits[] = array(
				'name'  => substr( $class_name, strlen( 'HeadlessDeploy\\' ) ) . "::$constant",
				'value' => quantity_of( $constant, (int) ( new ReflectionClassConstant( $class_name, $constant ) )->getValue() ),
			);
		}
	}
	return $limits;
}

wp_set_current_user( 1 );
echo wp_json_encode(
	array(
		'commands'     => commands(),
		'routes'       => routes(),
		'errors'       => errors(),
		'capabilities' => capabilities(),
		'schemas'      => schemas(),
		'watched'      => watched(),
		'sharedFacts'  => shared_facts(),
		'forwarded'    => Hosting_Operations::FORWARDED,
		'limits'       => limits(),
	),
	JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE,
);
