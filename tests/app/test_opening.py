from pytest_httpserver import HTTPServer

from app.opening import answers


def test_a_server_that_answers_is_seen_at_once(httpserver: HTTPServer) -> None:
    httpserver.expect_request("/_stcore/health").respond_with_data("ok")
    assert answers(httpserver.url_for("").rstrip("/"), seconds=5)


def test_a_server_that_is_not_there_is_given_up(httpserver: HTTPServer) -> None:
    address = httpserver.url_for("").rstrip("/").replace(str(httpserver.port), "1")
    assert not answers(address, seconds=0.3)
