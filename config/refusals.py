"""Answers to requests that are refused before a view sees them: each says which setting mends it."""

from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_BAD_ORIGIN
from django.shortcuts import render
from django.utils.translation import gettext as _


def unknown_host(request: HttpRequest, host: str) -> HttpResponse:
    """Answer 400 to a Host that is not ours, naming GUANSAI_HOSTS."""
    ways = [
        _("请使用启动时显示的地址，或扫描启动窗口里的二维码。"),
        _("要用这个名字访问，请在启动前设置 GUANSAI_HOSTS，例如 GUANSAI_HOSTS=lan,guansai.example.org。"),
    ]
    said = _("本站不认识地址“%(host)s”。") % {"host": host[:100]}
    return _refuse(request, 400, _("地址不对"), said, ways)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer 403 to a form whose origin or token does not fit; nothing is stored (CSRF_FAILURE_VIEW)."""
    origin = request.META.get("HTTP_ORIGIN", "")
    if reason == REASON_BAD_ORIGIN % origin:
        said, ways = _foreign_origin(request, origin)
    elif reason.startswith("Referer checking failed"):
        said, ways = _no_referrer()
    else:
        said, ways = _stale_page()
    return _refuse(request, 403, _("没有提交成功"), said, ways)


def too_many_logins(request: HttpRequest, *_args: Any, **_kwargs: Any) -> HttpResponse:
    """Answer 429 to a name that failed too often from one address. (AXES_LOCKOUT_CALLABLE)"""
    minutes = round(settings.AXES_COOLOFF_TIME * 60)
    said = _("密码错误次数太多，请 %(minutes)s 分钟后再登录。") % {"minutes": minutes}
    return _refuse(request, 429, _("暂时不能登录"), said, [_("忘记密码时，请站点负责人为您生成一次性链接。")])


class RestoreMiddleware:
    """Answer 503 to what was refused by a restore and no form could say; seconds later it works."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Only the gate's own refusal is told here; every other error goes its way."""
        if getattr(error, "code", "") != "restore_going_on":
            return None
        said = _("正在恢复备份，这一步没有保存。")
        answer = _refuse(request, 503, _("请稍候"), said, [_("等几秒钟，再刷新或重新提交。")])
        answer["Retry-After"] = "10"
        return answer


def _foreign_origin(request: HttpRequest, origin: str) -> tuple[str, Sequence[str]]:
    if origin == "null":
        return _no_referrer()
    if origin == f"https://{request.get_host()}" and not request.is_secure():
        said = _("浏览器用 https 访问，而本站收到的是 http，中间应有一台代理服务器。")
        return said, [_("请在启动前设置 GUANSAI_PROXY=https，并让代理服务器发送 X-Forwarded-Proto。")]
    names = {"origin": origin[:100]}
    ways = [_("如果这是代理服务器的地址，请在启动前设置 GUANSAI_ORIGINS=%(origin)s。") % names]
    return _("表单来自“%(origin)s”，不是本站的地址。") % names, ways


def _no_referrer() -> tuple[str, Sequence[str]]:
    return _("浏览器没有说明表单来自哪个页面（Origin: null）。"), [
        _("请关闭此页，用浏览器重新打开启动时显示的地址，再提交一次。"),
        _("如果中间有代理服务器，请把它的 Referrer-Policy 设为 same-origin。"),
    ]


def _stale_page() -> tuple[str, Sequence[str]]:
    return _("这个页面已经过期，或浏览器不接受 Cookie。"), [
        _("请返回上一页刷新后再提交；刚才填写的内容没有保存。"),
        _("仍不成功时，请允许本站使用 Cookie。"),
    ]


def _refuse(request: HttpRequest, status: int, title: str, said: str, ways: Sequence[str]) -> HttpResponse:
    facts = {"title": title, "said": said, "ways": ways, "status": status}
    return render(request, "refused.html", facts, status=status)
