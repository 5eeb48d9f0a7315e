import streamlit as st

from app.components.context_line import context_line

context_line("Conversations")
